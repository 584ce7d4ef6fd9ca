// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.shuffle.ShuffleJob;
import dev.recordio.order.SeededPermutation;
import dev.recordio.testing.Jobs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A million records on YARN: each at its position, with the same bytes for any number of mappers.
 */
@Tag("large")
@ExtendWith(ClusterExtension.class)
class ShuffleMillionTest implements HdfsUnderTest {
  private static final int RECORDS = 1_000_000;
  private static final int SHARDS = 3;
  private static final long SEED = 2026;

  private final MiniYarn yarn;

  ShuffleMillionTest(MiniYarn yarn) {
    this.yarn = yarn;
  }

  @Test
  void theSameBytesFromAnyNumberOfMappers() throws Exception {
    Path input = path("in.rec");
    var payload = ByteBuffer.allocate(24);
    try (var writer = RecordFileWriter.create(conf(), input, null)) {
      for (int i = 0; i < RECORDS; i++) {
        writer.write(i, payload.putLong(0, i).array(), 0, 8 + i % 17);
      }
    }
    long length = fs().getFileStatus(input).getLen();
    List<List<byte[]>> results = new ArrayList<>();
    for (int mappers : new int[] {2, 5}) {
      results.add(shuffle(input, mappers, length / mappers + 1));
    }
    for (int shard = 0; shard < SHARDS; shard++) {
      assertArrayEquals(results.get(0).get(shard), results.get(1).get(shard), "shard " + shard);
    }
    checkPlaces("out2");
  }

  private List<byte[]> shuffle(Path input, int mappers, long split) throws Exception {
    Configuration conf = yarn.conf();
    ArrangeConf.SHARDS.set(conf, SHARDS);
    ArrangeConf.SEED.set(conf, SEED);
    conf.setLong(FileInputFormat.SPLIT_MAXSIZE, split);
    conf.setLong(FileInputFormat.SPLIT_MINSIZE, split);
    try (var shuffle = new ShuffleJob(conf, List.of(input), path("out" + mappers))) {
      Jobs.run(shuffle.census());
      Job job = Jobs.run(shuffle.job());
      assertEquals(
          mappers, job.getCounters().findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue());
    }
    var shards = new ArrayList<byte[]>();
    for (int shard = 0; shard < SHARDS; shard++) {
      shards.add(read(shard("out" + mappers, shard)));
    }
    return shards;
  }

  private Path shard(String output, int shard) throws IOException {
    return path(output + "/part-0000" + shard + ".rec");
  }

  /** Each record contains its number and length: so each is found once, at its position. */
  private void checkPlaces(String output) throws IOException {
    var numbers = new long[RECORDS];
    var order = new SeededPermutation(RECORDS, SEED);
    for (int i = 0; i < RECORDS; i++) {
      numbers[(int) order.at(i)] = i;
    }
    int position = 0;
    var value = new BytesWritable();
    for (int shard = 0; shard < SHARDS; shard++) {
      int begin = position;
      var range = List.of(new InputRange(shard(output, shard), 0, Long.MAX_VALUE));
      try (var reader = new RecordSplitReader(conf(), range, DamageTracker.failing())) {
        while (reader.next(new LongWritable(), value)) {
          long number = ByteBuffer.wrap(value.getBytes()).getLong();
          assertEquals(numbers[position++], number);
          assertEquals(8 + number % 17, value.getLength());
        }
      }
      assertEquals(shard == 0 ? RECORDS / SHARDS + 1 : RECORDS / SHARDS, position - begin);
    }
    assertEquals(RECORDS, position);
  }
}
