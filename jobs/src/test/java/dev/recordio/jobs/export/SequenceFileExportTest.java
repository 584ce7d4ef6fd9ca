// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SequenceFileExportTest extends ExportTestBase {
  private static final int RECORDS = 60;

  private final List<byte[]> payloads = new ArrayList<>();
  private final long[] keys = new long[RECORDS];

  @BeforeEach
  void begin() throws Exception {
    var random = new Random(5);
    for (int i = 0; i < RECORDS; i++) {
      keys[i] = random.nextLong();
      payloads.add(record(keys[i], i, 11_000, i));
    }
    keyed("in", payloads, keys);
    ok("export --to sequencefile --shards 1 ./in.rec ./out");
  }

  private SequenceFile.Reader open() throws IOException {
    Configuration conf = conf();
    var file = new org.apache.hadoop.fs.Path(path("out/part-00000.seq").toUri());
    return new SequenceFile.Reader(conf, SequenceFile.Reader.file(file));
  }

  @Test
  void hadoopReadsKeysAndPayloads() throws Exception {
    var key = new LongWritable();
    var value = new BytesWritable();
    try (var reader = open()) {
      for (int i = 0; i < RECORDS; i++) {
        assertTrue(reader.next(key, value));
        assertEquals(keys[i], key.get(), "the bits of an unsigned key");
        assertArrayEquals(payloads.get(i), value.copyBytes());
      }
      assertTrue(!reader.next(key, value));
    }
  }

  @Test
  void readingFromAnywhereGivesTheRestFromAMarker() throws Exception {
    long length = Files.readAllBytes(path("out/part-00000.seq")).length;
    var starts = new ArrayList<Integer>();
    for (long from = 0; from < length; from += 9_973) {
      starts.add(RECORDS - countFrom(from));
    }
    assertEquals(0, starts.get(0));
    assertTrue(starts.stream().distinct().count() >= 6, "a marker every 100 KB: " + starts);
    assertEquals(starts.stream().sorted().toList(), starts);
  }

  private int countFrom(long from) throws IOException {
    var key = new LongWritable();
    var value = new BytesWritable();
    int count = 0;
    try (var reader = open()) {
      reader.sync(from);
      while (reader.next(key, value)) {
        count++;
        assertArrayEquals(payloads.get(indexOf(key.get())), value.copyBytes());
      }
    }
    return count;
  }

  private int indexOf(long key) {
    int i = 0;
    while (keys[i] != key) {
      i++;
    }
    return i;
  }

  @Test
  void theBytesAreTheSameAgainAndPackGivesThePayloads() throws Exception {
    ok("export --to sequencefile --shards 1 ./in.rec ./again");
    assertArrayEquals(
        Files.readAllBytes(path("out/part-00000.seq")),
        Files.readAllBytes(path("again/part-00000.seq")));

    ok("pack --header none --shards 1 ./out/part-00000.seq ./back");
    assertArrayEquals(
        Files.readAllBytes(path("in.rec")), Files.readAllBytes(path("back/part-00000.rec")));
  }
}
