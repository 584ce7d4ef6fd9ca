// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.cluster.AttemptsTestBase;
import dev.recordio.cluster.ImageFiles;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.jobs.job.WatchedTask;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.Supports;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The mean image of containers is that of one task here, also after an attempt has died. */
@Supports(row = "batches of images, as ImageRecordIter; the mean image", engine = "MapReduce")
@Tag("deep")
class MeanImageAttemptsTest extends AttemptsTestBase {
  MeanImageAttemptsTest(MiniYarn yarn) {
    super(yarn);
  }

  @Test
  void splitsAndDeadAttemptsDoNotChangeAByte() throws Exception {
    List<Path> input = List.of(write("one.rec", ImageFiles.bytes("batches/one.rec")));
    Configuration here = conf();
    MeanImageConf.SHAPE.set(here, "3,24,24");
    MeanImageConf.RESIZE.set(here, 48);
    byte[] expected;
    try (var mean = new MeanImageJob(here, input)) {
      Jobs.run(mean.job());
      expected = mean.result().toNpy();
    }
    Configuration there = yarn.conf();
    MeanImageConf.SHAPE.set(there, "3,24,24");
    MeanImageConf.RESIZE.set(there, 48);
    there.setLong(FileInputFormat.SPLIT_MAXSIZE, 60_000);
    try (var mean = new MeanImageJob(there, input)) {
      WatchedTask.watch(mean.job(), AtEnd.class);
      Job job = Jobs.run(mean.job());
      assertEquals(2 + 1, counter(job, JobCounter.TOTAL_LAUNCHED_MAPS));
      assertEquals(1, counter(job, JobCounter.NUM_FAILED_MAPS));
      assertEquals(20, counter(job, MeanCounter.IMAGES));
      assertArrayEquals(expected, mean.result().toNpy());
    }
  }
}
