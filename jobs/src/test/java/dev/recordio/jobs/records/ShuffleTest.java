// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.shuffle.ShuffleJob;
import dev.recordio.order.SeededPermutation;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What shuffle writes. */
@Supports(row = "shuffle, split, reshard, sample, select existing .rec", engine = "command line")
class ShuffleTest extends ArrangeTestBase {
  @ParameterizedTest
  @ValueSource(strings = {"magic.rec", "mixed.rec", "empty-records.rec", "tiny.rec"})
  void shufflePutsEachRecordWhereThePermutationSays(String fixture) throws IOException {
    String input = input(fixture);
    List<String> before = framed(new Path(input));
    ok("shuffle --seed 7 --shards 3 {} ./out", input);

    var expected = new String[before.size()];
    var order = new SeededPermutation(before.size(), 7);
    for (int i = 0; i < before.size(); i++) {
      expected[(int) order.at(i)] = before.get(i);
    }
    assertEquals(List.of(expected), all(shards("out")));
    for (int shard = 0; shard < 3; shard++) {
      ok("records {}", shard("out", shard, ".rec").toString());
    }
  }

  @Test
  void shuffleGivesTheSameBytesWhateverTheSplits() throws IOException {
    numbered("in/a.rec", 0, 1500);
    numbered("in/b.rec", 1500, 1);
    numbered("in/c.rec", 1501, 1002);
    List<String> before = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      before.addAll(framed(path("in/" + name + ".rec")));
    }
    String in = path("in").toString();
    ok("shuffle --seed -5 --shards 7 {} ./one", in);
    for (String size : List.of("7001", "20000", "64001")) {
      ok("shuffle --seed -5 --shards 7 -D {} {} {}", MAX_SPLIT + size, in, out("s" + size));
      assertSameFiles("one", "s" + size);
    }
    List<List<String>> shards = shards("one");
    assertEquals(List.of(358, 358, 358, 358, 357, 357, 357), sizes(shards));
    List<String> after = all(shards);
    assertNotEquals(before, after);
    assertEquals(before.stream().sorted().toList(), after.stream().sorted().toList());

    ok("shuffle --seed 6 --shards 7 {} ./other", in);
    assertNotEquals(after, all(shards("other")));
  }

  @Test
  void recordsOfEachInputShardAreSpreadEvenlyOverTheOutput() throws IOException {
    int n = 20_000;
    int cells = 10;
    Path input = numbered("in.rec", 0, n);
    ok("shuffle --seed 42 --shards {} {} ./out", cells, input);
    // How many records of each tenth of the input each tenth of the output has.
    var counts = new long[cells][cells];
    var header = new ImageRecordHeader();
    var key = new LongWritable();
    var value = new BytesWritable();
    for (int cell = 0; cell < cells; cell++) {
      var range = List.of(new InputRange(shard("out", cell, ".rec"), 0, Long.MAX_VALUE));
      try (var reader = new RecordSplitReader(conf(), range, DamageTracker.failing())) {
        while (reader.next(key, value)) {
          header.read(value.getBytes(), 0, value.getLength(), 0);
          counts[(int) (header.id() * cells / n)][cell]++;
        }
      }
    }
    double expected = (double) n / cells / cells;
    double chiSquare =
        Arrays.stream(counts)
            .flatMapToLong(Arrays::stream)
            .mapToDouble(count -> (count - expected) * (count - expected) / expected)
            .sum();
    // 81 degrees of freedom: 99.9 % of random orders are below 126, and 0.1 % below 46.
    assertTrue(chiSquare < 126 && chiSquare > 46, "chi-square " + chiSquare);
  }

  @Test
  void recordsLongerThanTheSortBufferAreShuffledToo() throws IOException {
    var random = new Random(1);
    Path file = path("long.rec");
    try (var writer = RecordFileWriter.create(conf(), file, null)) {
      for (int length : new int[] {10, 3_000_001, 20, 1_500_000, 0}) {
        var payload = new byte[length];
        random.nextBytes(payload);
        writer.write(0, payload, 0, length);
      }
    }
    ok("shuffle --shards 2 -D mapreduce.task.io.sort.mb=1 {} ./out", file);
    List<List<String>> shards = shards("out");
    assertEquals(List.of(3, 2), sizes(shards));
    assertEquals(framed(file).stream().sorted().toList(), all(shards).stream().sorted().toList());
  }

  @Test
  void shardsBySizeAndMoreShardsThanRecords() throws IOException {
    String input = input("mixed.rec");
    long bytes = fs().getFileStatus(new Path(input)).getLen();
    ok("shuffle --shard-size {} {} ./four", String.valueOf(bytes / 4 + 1), input);
    assertEquals(4, shards("four").size());
    ok("shuffle --shards 5 {} ./five", input("tiny.rec"));
    assertEquals(List.of(1, 1, 0, 0, 0), sizes(shards("five")));
    assertEquals(0, read(shard("five", 4, ".idx")).length);
  }

  @Test
  void theCensusReadsHeadersAndPassesOverLongPayloads() throws Exception {
    Path file = path("long.rec");
    var payload = new byte[100_000];
    try (var writer = RecordFileWriter.create(conf(), file, null)) {
      for (int i = 0; i < 200; i++) {
        writer.write(i, payload, 0, payload.length);
      }
    }
    try (var shuffle = new ShuffleJob(conf(), List.of(file), path("out"))) {
      Job census = Jobs.run(shuffle.census());
      assertEquals(200, census.getCounters().findCounter(RecordIOCounter.RECORDS_READ).getValue());
      long read = census.getCounters().findCounter(RecordIOCounter.BYTES_READ).getValue();
      assertTrue(read < fs().getFileStatus(file).getLen() / 10, read + " bytes");
    }
  }

  @Test
  void recordsOfALargeFileAreCountedByItsBinaryIndexAlone() throws Exception {
    Path file = path("large.rec");
    var payload = new byte[1 << 20];
    try (var writer = RecordFileWriter.create(conf(), file, RecordFiles.index(file), false)) {
      for (int i = 0; i < 33; i++) {
        payload[0] = (byte) i;
        writer.write(1000 - 7 * i, payload, 0, payload.length);
      }
    }
    String shuffle = "shuffle --seed 7 --shards 2 -D " + MAX_SPLIT + "7000000 {} {}";
    String counted = ok(shuffle, file, out("counted")).err();
    assertTrue(counted.contains("records in indexes  33\n"), counted);

    Configuration conf = conf();
    ArrangeConf.SEED.set(conf, 7);
    ArrangeConf.SHARDS.set(conf, 2);
    try (var job = new ShuffleJob(conf, List.of(file), path("api"))) {
      assertFalse(job.needsCensus());
      Jobs.run(job.census()); // a program need not ask
      Jobs.run(job.job());
    }
    assertSameFiles("counted", "api");

    Path binary = RecordFiles.binaryIndex(file);
    byte[] index = read(binary);
    fs().delete(binary, false); // the text may lack records
    String read = ok(shuffle, file, out("read")).err();
    assertTrue(read.contains("records read     33\n"), read);
    assertSameFiles("counted", "read");

    index[index.length / 2]++;
    write("large.ridx", index);
    String damaged = ok(shuffle, file, out("damaged")).err();
    assertTrue(damaged.contains("records read     33\n"), damaged);
    assertSameFiles("counted", "damaged");
  }
}
