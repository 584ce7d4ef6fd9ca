// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsFolder;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.cluster.ImageFiles;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** The mean image of containers is that of one task here, also after an attempt has died. */
@ExtendWith(ClusterExtension.class)
@Supports(row = "batches of images, as ImageRecordIter; the mean image", engine = "MapReduce")
@Tag("deep")
class MeanImageAttemptsTest implements HdfsUnderTest {
  private final MiniYarn yarn;
  private final HdfsFolder folder;

  MeanImageAttemptsTest(MiniYarn yarn, TestInfo test) throws IOException {
    this.yarn = yarn;
    folder = HdfsFolder.of(yarn.dfs(), test);
  }

  @Override
  public HdfsFolder folder() {
    return folder;
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
      UnitJob.setTask(mean.job(), HaltingMeanTask.class);
      Job job = Jobs.run(mean.job());
      assertEquals(2 + 1, counter(job, JobCounter.TOTAL_LAUNCHED_MAPS));
      assertEquals(1, counter(job, JobCounter.NUM_FAILED_MAPS));
      assertEquals(20, counter(job, MeanCounter.IMAGES));
      assertArrayEquals(expected, mean.result().toNpy());
    }
  }

  private static long counter(Job job, Enum<?> counter) throws IOException {
    return job.getCounters().findCounter(counter).getValue();
  }
}
