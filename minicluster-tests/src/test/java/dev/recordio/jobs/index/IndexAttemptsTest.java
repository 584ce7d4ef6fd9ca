// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.cluster.AttemptsTestBase;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.jobs.job.WatchedTask;
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

/** Tasks that die in containers leave neither a trace in an index nor files next to it. */
@Tag("deep")
class IndexAttemptsTest extends AttemptsTestBase {
  IndexAttemptsTest(MiniYarn yarn) {
    super(yarn);
  }

  @Test
  void aMapperAndAReducerThatDieHalfWayAreRetried() throws Exception {
    Path rec = write("indexed.rec", Fixtures.bytes("indexed.rec"));
    Configuration conf = yarn.conf();
    IndexConf.CHECKSUMS.set(conf, true);
    conf.setLong(FileInputFormat.SPLIT_MAXSIZE, 15_000);
    try (var index = new IndexJob(conf, List.of(rec))) {
      Job job = index.job();
      WatchedTask.watch(job, HalfWay.class);
      job.setReducerClass(HaltingIndexReducer.class);
      Jobs.run(job);
      assertEquals(3, counter(job, JobCounter.TOTAL_LAUNCHED_MAPS) - 1);
      assertEquals(1, counter(job, JobCounter.NUM_FAILED_MAPS));
      assertEquals(1, counter(job, JobCounter.NUM_FAILED_REDUCES));
    }
    assertEquals(
        List.of("indexed.idx", "indexed.rec", "indexed.ridx"), Jobs.names(fs(), testDir()));
    assertArrayEquals(Fixtures.bytes("indexed.idx"), read(path("indexed.idx")));
    byte[] ridx = read(path("indexed.ridx"));

    fs().delete(path("indexed.ridx"), false);
    Configuration local = conf();
    IndexConf.CHECKSUMS.set(local, true);
    try (var index = new IndexJob(local, List.of(rec))) {
      Jobs.run(index.job());
    }
    assertArrayEquals(ridx, read(path("indexed.ridx")), "as of one task that lives");
  }
}
