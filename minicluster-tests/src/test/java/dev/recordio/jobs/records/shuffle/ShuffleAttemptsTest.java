// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.cluster.AttemptsTestBase;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.jobs.job.WatchedTask;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Jobs;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever happens to attempts in containers, shuffle writes the bytes of a successful attempt. */
@Tag("deep")
class ShuffleAttemptsTest extends AttemptsTestBase {
  ShuffleAttemptsTest(MiniYarn yarn) {
    super(yarn);
  }

  @Test
  void aMapperThatDiesAtItsEndAndAReducerThatDiesHalfWayAreRetried() throws Exception {
    Path rec = write("in/mixed.rec", Fixtures.bytes("mixed.rec"));
    write("in/tiny.rec", Fixtures.bytes("tiny.rec"));
    Path in = rec.getParent();
    Configuration conf = yarn.conf();
    set(conf);
    conf.setLong(FileInputFormat.SPLIT_MAXSIZE, fs().getFileStatus(rec).getLen() / 2);
    try (var shuffle = new ShuffleJob(conf, List.of(in), path("died"))) {
      Jobs.run(shuffle.census());
      Job job = shuffle.job();
      WatchedTask.watch(job, AtEnd.class);
      job.setReducerClass(HaltingShuffleReducer.class);
      Jobs.run(job);
      assertEquals(3 + 1, counter(job, JobCounter.TOTAL_LAUNCHED_MAPS));
      assertEquals(1, counter(job, JobCounter.NUM_FAILED_MAPS));
      assertEquals(1, counter(job, JobCounter.NUM_FAILED_REDUCES));
    }
    Configuration local = conf();
    set(local);
    local.set("mapreduce.framework.name", "local");
    try (var shuffle = new ShuffleJob(local, List.of(in), path("lived"))) {
      Jobs.run(shuffle.census());
      Jobs.run(shuffle.job());
    }
    List<String> names = Jobs.names(fs(), path("lived"));
    assertEquals(7, names.size(), names.toString());
    assertEquals(names, Jobs.names(fs(), path("died")));
    for (String name : names) {
      assertArrayEquals(read(path("lived/" + name)), read(path("died/" + name)), name);
    }
  }

  private static void set(Configuration conf) {
    ArrangeConf.SHARDS.set(conf, 2);
    ArrangeConf.SEED.set(conf, 11);
    ArrangeConf.SHUFFLE_BUCKET_SIZE.set(conf, 1); // a block for each record: tasks die between them
  }
}
