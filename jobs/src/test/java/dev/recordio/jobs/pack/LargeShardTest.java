// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.task.SplitRanges;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A shard beyond 2 GiB and beyond 2^31: packed, listed, split and read. */
@Tag("large")
class LargeShardTest extends CommandTestBase {
  private static final int FILES = 33;
  private static final int SIZE = 100_000_001; // not a multiple of 4
  private static final long FRAMED = 8 + SIZE + 3;

  @Test
  void offsetsBeyondTwoGigabytesAreRightEverywhere() throws Exception {
    Path sources = Files.createDirectory(path("sources"));
    for (int i = 0; i < FILES; i++) {
      try (var file = new RandomAccessFile(sources.resolve("f%02d".formatted(i)).toFile(), "rw")) {
        file.writeInt(i);
        file.setLength(SIZE); // the rest is a hole
      }
    }
    Configuration conf = conf();
    String packed = path("packed").toUri().toString();
    ok("pack --header none --shards 1 {} {}", sources, packed);
    assertEquals(FRAMED * FILES, Files.size(path("packed/part-00000.rec")));
    assertTrue(FRAMED * FILES > 3L << 30);

    List<String> index = Files.readAllLines(path("packed/part-00000.idx"));
    List<String> records = ok("records {}", packed).lines();
    assertEquals(FILES, records.size());
    for (int i = 0; i < FILES; i++) {
      assertEquals(i + "\t" + FRAMED * i, index.get(i));
      assertEquals(i + "\t" + FRAMED * i + "\t" + SIZE + "\t1\t0:" + SIZE + "\t-", records.get(i));
    }

    Job job = Job.getInstance(conf);
    RecordIOInputFormat.setInput(job, packed);
    FileInputFormat.setMaxInputSplitSize(job, 32 << 20);
    int next = 0;
    List<InputSplit> splits = new RecordIOInputFormat().getSplits(job);
    for (InputSplit split : splits) {
      try (var reader =
          new RecordSplitReader(conf, SplitRanges.of(split), DamageTracker.failing())) {
        while (reader.next()) {
          assertEquals(FRAMED * next, reader.record().offset());
          int at = reader.record().payloadOffset();
          assertEquals(next, ByteBuffer.wrap(reader.record().buffer(), at, 4).getInt());
          next++;
        }
      }
    }
    assertEquals(FILES, next);
    assertEquals((FRAMED * FILES + (32 << 20) - 1) / (32 << 20), splits.size());
  }
}
