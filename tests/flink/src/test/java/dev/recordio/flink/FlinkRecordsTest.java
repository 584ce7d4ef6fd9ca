// SPDX-License-Identifier: Apache-2.0
package dev.recordio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.mapreduce.CombineRecordIOInputFormat;
import dev.recordio.mapreduce.IndexedRecordIOInputFormat;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.testing.ExpectedParts;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.hadoop.mapreduce.HadoopInputFormat;
import org.apache.flink.api.java.hadoop.mapreduce.wrapper.HadoopInputSplit;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;

/** Which records a split has: parts, many files in one, records by number; and lists of damage. */
class FlinkRecordsTest extends FlinkTestBase {
  /** Reads a split as a task of Flink does. */
  private static List<Long> offsets(
      HadoopInputFormat<LongWritable, BytesWritable> format, HadoopInputSplit split)
      throws IOException {
    var offsets = new ArrayList<Long>();
    format.open(split);
    while (!format.reachedEnd()) {
      offsets.add(format.nextRecord(new Tuple2<>()).f0.get());
    }
    format.close();
    return offsets;
  }

  private static List<String> texts(HadoopInputFormat<LongWritable, BytesWritable> format)
      throws Exception {
    return Flink.collect(
        Flink.environment()
            .createInput(format)
            .map(record -> text(record.f0.get(), record.f1.copyBytes()))
            .returns(Types.STRING));
  }

  private static String text(long key, byte[] payload) {
    return key + " " + Fixtures.sha256(payload, 0, payload.length);
  }

  private static String text(ReadRecord record) {
    return record.offset() + " " + record.sha256();
  }

  @Test
  @Supports(row = "dmlc-core's exact N parts (recordio.input.parts)", engine = "Flink")
  void partsAreLibdmlcs() throws IOException {
    List<ReadRecord> all = ExpectedRecords.of("magic");
    Job job = job(copy("magic.rec"));
    for (int parts : List.of(1, 3, 7)) {
      RecordIOInputFormat.setParts(job, parts);
      var format = input(new RecordIOInputFormat(), job);
      HadoopInputSplit[] splits = format.createInputSplits(2);
      assertEquals(parts, splits.length);
      for (ExpectedParts part : ExpectedParts.of("magic").get(parts)) {
        assertEquals(
            part.of(all).stream().map(ReadRecord::offset).toList(),
            offsets(format, splits[part.part()]),
            part.toString());
      }
    }
  }

  @Test
  @Supports(row = "many small .rec files in one split", engine = "Flink")
  void manySmallFilesAreOneSplit() throws Exception {
    var expected = new ArrayList<String>();
    for (String file : List.of("tiny", "magic", "empty-records")) {
      write("small/" + file + ".rec", ExpectedRecords.bytes(file + ".rec"));
      ExpectedRecords.of(file).forEach(record -> expected.add(text(record)));
    }
    var format = input(new CombineRecordIOInputFormat(), job(path("small")));
    assertEquals(1, format.createInputSplits(2).length);
    assertEquals(expected.stream().sorted().toList(), texts(format).stream().sorted().toList());
  }

  @Test
  @Supports(
      row = "records by number, key or range; parts of equal count; batches",
      engine = "Flink")
  void anIndexGivesRecordsByTheirNumbers() throws Exception {
    copy("indexed.idx");
    Job job = job(copy("indexed.rec"));
    IndexedRecordIOInputFormat.setRows(job, 10, 29);
    IndexedRecordIOInputFormat.setEqualParts(job, 4);
    var format = input(new IndexedRecordIOInputFormat(), job);
    assertEquals(4, format.createInputSplits(2).length);
    List<ReadRecord> all = ExpectedRecords.of("indexed");
    assertEquals(
        LongStream.rangeClosed(10, 29)
            .mapToObj(number -> number + " " + all.get((int) number).sha256())
            .toList(),
        texts(format).stream().sorted().toList());
  }

  @Test
  @Supports(row = "damaged records: fail, skip, quarantine", engine = "Flink")
  void eachSplitHasAListOfItsDamage() throws Exception {
    byte[] file = ExpectedRecords.bytes("tiny.rec");
    for (String name : List.of("a", "b", "c")) {
      byte[] damaged = file.clone();
      damaged[0] ^= 1;
      write("damaged/" + name + ".rec", damaged);
    }
    Job job = job(path("damaged"));
    job.getConfiguration().set("recordio.input.corrupt-record.policy", "quarantine");
    Path lists = path("lists");
    job.getConfiguration().set("recordio.input.corrupt-record.quarantine-dir", lists.toString());
    List<String> sound = texts(input(new RecordIOInputFormat(), job));
    assertEquals(3 * (ExpectedRecords.of("tiny").size() - 1), sound.size());
    var files = new TreeSet<String>();
    for (FileStatus list : fs().listStatus(lists)) {
      readText(list.getPath()).lines().forEach(line -> files.add(line.split("\t")[0]));
    }
    assertEquals(
        List.of(path("damaged/a.rec") + "", path("damaged/b.rec") + "", path("damaged/c.rec") + ""),
        List.copyOf(files));
  }
}
