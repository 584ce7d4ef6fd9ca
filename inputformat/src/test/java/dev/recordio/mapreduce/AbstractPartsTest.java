// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.task.RecordIOCounter;
import dev.recordio.testing.ExpectedParts;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.CombineFileSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code recordio.input.parts} gives the parts that libdmlc gave over the same files. */
@Supports(row = "dmlc-core's exact N parts (recordio.input.parts)", engine = "MapReduce")
public abstract class AbstractPartsTest implements FileSystemUnderTest {
  static final List<String> NAMES = ExpectedRecords.NAMES;

  private Job job(String input) throws IOException {
    Job job = Jobs.of(conf());
    RecordIOInputFormat.setInput(job, input);
    return job;
  }

  private void assertParts(String table, Job job, List<ReadRecord> all) throws Exception {
    var format = new RecordIOInputFormat();
    for (var entry : ExpectedParts.of(table).entrySet()) {
      RecordIOInputFormat.setParts(job, entry.getKey());
      assertEquals(entry.getKey(), RecordIOInputFormat.getParts(job));
      List<InputSplit> splits = format.getSplits(job);
      assertEquals(entry.getKey(), splits.size());
      for (ExpectedParts part : entry.getValue()) {
        assertEquals(
            Records.unnamed(part.of(all)),
            Records.unnamed(Records.of(format, splits.get(part.part()), job.getConfiguration())),
            () -> part + " of " + table);
      }
    }
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void partsOfAFileAreLibdmlcs(String name) throws Exception {
    assertParts(name, job(copy(name + ".rec").toString()), ExpectedRecords.of(name));
  }

  @Tag("hdfs")
  @ParameterizedTest
  @ValueSource(strings = {"list", "list-reversed"})
  void partsOfAListAreLibdmlcs(String list) throws Exception {
    var files = new ArrayList<String>(List.of("part-0", "part-1", "part-2"));
    if (list.equals("list-reversed")) {
      java.util.Collections.reverse(files);
    }
    var input = new StringBuilder();
    var all = new ArrayList<ReadRecord>();
    for (String file : files) {
      input.append(input.isEmpty() ? "" : ";").append(copy("multi/" + file + ".rec"));
      all.addAll(ExpectedRecords.of("multi/" + file));
    }
    assertParts("multi/" + list, job(input.toString()), all);
  }

  @Test
  void partWithinAFileIsAPlainFileSplit() throws Exception {
    Job job = job(copy("multi/part-0.rec") + ";" + copy("multi/part-2.rec"));
    RecordIOInputFormat.setParts(job, 5);
    List<InputSplit> splits = new RecordIOInputFormat().getSplits(job);
    var kinds = new ArrayList<String>();
    for (InputSplit split : splits) {
      kinds.add(split.getClass().getSimpleName());
      assertTrue(split.getLength() > 0);
    }
    assertEquals(
        List.of("FileSplit", "FileSplit", "CombineFileSplit", "FileSplit", "FileSplit"), kinds);
    assertEquals(
        List.of("part-0.rec 10304 3496", "part-2.rec 0 1656"), Records.ranges(splits.get(2)));
  }

  @Test
  void morePartsThanWordsLeaveSomeEmpty() throws Exception {
    Job job = job(copy("tiny.rec").toString());
    RecordIOInputFormat.setParts(job, 1000);
    var format = new RecordIOInputFormat();
    List<InputSplit> splits = format.getSplits(job);
    assertEquals(1000, splits.size());
    var records = new ArrayList<ReadRecord>();
    for (InputSplit split : splits) {
      records.addAll(Records.of(format, split, job.getConfiguration()));
    }
    assertEquals(ExpectedRecords.of("tiny").size(), records.size());
    assertInstanceOf(FileSplit.class, splits.get(0));
    assertInstanceOf(CombineFileSplit.class, splits.get(999));
    assertEquals(0, splits.get(999).getLength());
  }

  @Test
  void compressedFileCannotBeCutIntoParts() throws Exception {
    Job job = job(write("a.rec.gz", new byte[40]).toString());
    RecordIOInputFormat.setParts(job, 2);
    var e = assertThrows(IOException.class, () -> new RecordIOInputFormat().getSplits(job));
    assertTrue(
        e.getMessage().endsWith("can't be cut into parts: " + path("a.rec.gz")), e.getMessage());
  }

  @Tag("hdfs")
  @Test
  void jobReadsExactlyThoseParts() throws Exception {
    Path output = path("out");
    Job job = Jobs.describing(conf(), output);
    job.setInputFormatClass(RecordIOInputFormat.class);
    RecordIOInputFormat.setInput(
        job,
        copy("multi/part-0.rec") + ";" + copy("multi/part-1.rec") + ";" + copy("multi/part-2.rec"));
    RecordIOInputFormat.setParts(job, 16);
    Jobs.run(job);
    var all = new ArrayList<ReadRecord>();
    for (String name : List.of("multi/part-0", "multi/part-1", "multi/part-2")) {
      all.addAll(ExpectedRecords.of(name));
    }
    var expected = new HashSet<List<ReadRecord>>();
    for (ExpectedParts part : ExpectedParts.of("multi/list").get(16)) {
      expected.add(Records.unnamed(part.of(all)));
    }
    List<List<ReadRecord>> tasks = Jobs.described(this, output);
    assertEquals(16, tasks.size());
    var found = new HashSet<List<ReadRecord>>();
    tasks.forEach(records -> found.add(Records.unnamed(records)));
    assertEquals(expected, found);
    assertEquals(131, job.getCounters().findCounter(RecordIOCounter.RECORDS_READ).getValue());
  }
}
