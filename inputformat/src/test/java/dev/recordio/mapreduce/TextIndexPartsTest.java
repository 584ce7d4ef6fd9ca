// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.testing.Faults;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.LocalFilesUnderTest;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;

/** Tasks that read a part of a file by its text index. */
class TextIndexPartsTest implements LocalFilesUnderTest {
  private final Faults faults = new Faults();
  private static final int RECORDS = 60_000;
  private static final int PARTS = 20;

  @Override
  public Configuration conf() {
    return LocalFiles.raw();
  }

  private Path write() throws IOException {
    Configuration conf = conf();
    RecordIOConf.OUTPUT_INDEX_BINARY.set(conf, false);
    Path rec = path("a.rec");
    try (var writer = RecordFileWriter.create(conf, rec, RecordFiles.index(rec))) {
      for (int i = 0; i < RECORDS; i++) {
        writer.write(i, new byte[] {(byte) i, (byte) (i >> 8), 0, 0}, 0, 4);
      }
    }
    return rec;
  }

  /** Reads all parts, whose records by number must be the file's; returns the bytes read. */
  private long readParts(Path rec) throws Exception {
    Job job = Jobs.of(conf());
    Path watched = faults.over(job.getConfiguration(), rec);
    RecordIOInputFormat.setInput(job, watched.toString());
    IndexedRecordIOInputFormat.setEqualParts(job, PARTS);
    RecordIOConf.CORRUPT_POLICY.set(job.getConfiguration(), "skip");
    var format = new IndexedRecordIOInputFormat();
    List<InputSplit> splits = format.getSplits(job);
    faults.recount();
    var numbers = new ArrayList<Long>();
    for (InputSplit split : splits) {
      for (ReadRecord record : Records.of(format, split, job.getConfiguration())) {
        numbers.add(record.offset());
      }
    }
    assertEquals(LongStream.range(0, RECORDS).boxed().toList(), numbers);
    return faults.bytesRead();
  }

  @Test
  void eachTaskReadsItsOwnLinesOfAnIndexInOrder() throws Exception {
    Path rec = write();
    long index = fs().getFileStatus(RecordFiles.index(rec)).getLen();
    long all = fs().getFileStatus(rec).getLen() + index;
    long bytes = readParts(rec);
    assertTrue(bytes < 4 * all, bytes + " bytes of files of " + all);
  }

  @Test
  void linesInNoOrderAreFoundToo() throws Exception {
    Path rec = write();
    var lines = new ArrayList<>(readText(RecordFiles.index(rec)).lines().toList());
    Collections.shuffle(lines.subList(1000, RECORDS), new Random(1));
    write("a.idx", String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    readParts(rec);
  }
}
