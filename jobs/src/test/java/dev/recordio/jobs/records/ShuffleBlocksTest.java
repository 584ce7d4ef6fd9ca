// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.jobs.records.shuffle.ShuffleJob;
import dev.recordio.order.SeededPermutation;
import dev.recordio.testing.Jobs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.Test;

/** The bytes that shuffle writes do not depend on buckets, blocks or bounds of memory. */
class ShuffleBlocksTest extends ArrangeTestBase {
  private static final int MAGIC = 0xced7230a;
  private static final long SEED = 3;

  /** Writes records of skewed sizes, some of them in several parts, some empty, with odd keys. */
  private Path skewed(String name, int count) throws IOException {
    var random = new Random(count);
    Path file = path(name);
    try (var writer = RecordFileWriter.create(conf(), file, RecordFiles.index(file))) {
      for (int i = 0; i < count; i++) {
        var payload = new byte[i % 97 == 5 ? 150_000 : i % 7 == 0 ? 0 : random.nextInt(300)];
        random.nextBytes(payload);
        if (i % 5 == 1 && payload.length > 8) {
          ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).putInt(4, MAGIC);
        }
        writer.write(1000 + 3L * i, payload, 0, payload.length);
      }
    }
    return file;
  }

  private List<String> permuted(List<String> records) {
    var expected = new String[records.size()];
    var order = new SeededPermutation(records.size(), SEED);
    for (int i = 0; i < expected.length; i++) {
      expected[(int) order.at(i)] = records.get(i);
    }
    return List.of(expected);
  }

  private void shuffle(String input, String output, String... settings) throws IOException {
    String options = "";
    for (String setting : settings) {
      options += "-D " + setting + " ";
    }
    ok("shuffle --seed {} --shards 3 " + options + "{} {}", SEED, input, path(output));
  }

  @Test
  void keptKeysAndRecordsAreTheSameForAnyBucketsAndMemory() throws IOException {
    Path file = skewed("in.rec", 400);
    List<String> before = framed(file);
    shuffle(file.toString(), "out");
    assertEquals(permuted(before), all(shards("out")));
    assertTrue(
        new String(read(shard("out", 0, ".idx"))).lines().allMatch(ShuffleBlocksTest::isKept));

    shuffle(file.toString(), "one", "recordio.shuffle.bucket-size=1");
    assertSameFiles("out", "one");
    shuffle(
        file.toString(), "few", "recordio.shuffle.bucket-size=50k", "recordio.shuffle.memory=1");
    assertSameFiles("out", "few");
    shuffle(file.toString(), "cut", MAX_SPLIT + "300001", "recordio.shuffle.memory=200k");
    assertSameFiles("out", "cut");
    shuffle(file.toString(), "wide", MAX_SPLIT + "300001", "recordio.shuffle.task-size=1m");
    assertSameFiles("out", "wide");
  }

  private static boolean isKept(String line) {
    long key = Long.parseLong(line.substring(0, line.indexOf('\t')));
    return key >= 1000 && (key - 1000) % 3 == 0;
  }

  @Test
  void emptyFilesAndFilesOfOneRecordAreShuffledToo() throws IOException {
    write("in/a.rec", new byte[0]);
    numbered("in/b.rec", 0, 1);
    write("in/c.rec", new byte[0]);
    numbered("in/d.rec", 1, 90);
    List<String> before = new ArrayList<>(framed(path("in/b.rec")));
    before.addAll(framed(path("in/d.rec")));
    shuffle(path("in").toString(), "out", "recordio.shuffle.bucket-size=200");
    assertEquals(permuted(before), all(shards("out")));
    assertEquals(List.of(31, 30, 30), sizes(shards("out")));
  }

  @Test
  void aMapTaskReadsConsecutiveSplitsUpToItsSize() throws Exception {
    Path file = numbered("in.rec", 0, 5000);
    long bytes = read(file).length;
    Configuration conf = conf();
    conf.setLong("mapreduce.input.fileinputformat.split.maxsize", bytes / 12 + 1);
    conf.setLong("recordio.shuffle.task-size", bytes / 4);
    try (var shuffle = new ShuffleJob(conf, List.of(file), path("out"))) {
      Jobs.run(shuffle.census());
      Counters counters = Jobs.run(shuffle.job()).getCounters();
      assertEquals(4, counters.findCounter(TaskCounter.SHUFFLED_MAPS).getValue());
    }
    assertEquals(5000, all(shards("out")).size());
  }

  @Test
  void recordsMoveInFewBlocksThatAreOnDiskOnce() throws Exception {
    Path file = numbered("in.rec", 0, 5000);
    Configuration conf = conf();
    conf.setLong("mapreduce.input.fileinputformat.split.maxsize", 50_000);
    conf.set("recordio.shuffle.bucket-size", "60k");
    try (var shuffle = new ShuffleJob(conf, List.of(file), path("out"))) {
      Jobs.run(shuffle.census());
      Counters counters = Jobs.run(shuffle.job()).getCounters();
      long blocks = counters.findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue();
      long tasks = counters.findCounter(TaskCounter.SHUFFLED_MAPS).getValue();
      assertTrue(tasks > 2, tasks + " map tasks");
      assertEquals(5 * tasks, blocks); // 5000 records of 50 bytes, in buckets of 1024
      assertEquals(blocks, counters.findCounter(TaskCounter.SPILLED_RECORDS).getValue());
    }
  }
}
