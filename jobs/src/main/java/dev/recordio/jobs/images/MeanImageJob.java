// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.images.ImageConf;
import dev.recordio.images.ImageWarnings;
import dev.recordio.images.mean.MeanImage;
import dev.recordio.images.mean.MeanSums;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.split.HostedSplit;
import dev.recordio.jobs.run.split.SplitGroup;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * Computes the mean image of records; also for programs that do so as one of their steps.
 *
 * <p>The job is configured by the keys {@code recordio.mean-image.*} and {@code recordio.image.*}.
 * A task reports eight bytes for each sample of the shape. Close the object after the result was
 * taken.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class MeanImageJob implements Closeable {
  private final UnitJob<List<HostedSplit>, MeanTask.Report> job;

  /**
   * Lists the input and prepares the job.
   *
   * @param conf a configuration, which is copied
   * @param inputs files of records of images, folders and globs
   * @throws java.io.FileNotFoundException when an input is missing
   * @throws BadInputException when the input has no byte
   * @throws dev.recordio.conf.InvalidSettingException when a setting is invalid
   */
  public MeanImageJob(Configuration conf, List<Path> inputs)
      throws IOException, InterruptedException {
    MeanSettings.of(conf);
    ImageConf.checkCodec(conf);
    job = UnitJob.prepare(conf, MeanTask.class, own -> plan(own, inputs));
  }

  /** Small files are read several to a task. */
  private static void plan(UnitJob<List<HostedSplit>, MeanTask.Report> own, List<Path> inputs)
      throws IOException {
    Plan<List<HostedSplit>> plan = own.newPlan();
    plan.splitTasks(SplitGroup.ofRecords(own.job(), inputs), List::of);
    if (plan.count() == 0) {
      throw new BadInputException("no record in the input: " + inputs, null);
    }
    own.plan(plan);
  }

  /** Returns the job, not yet submitted. */
  public Job job() {
    return job.job();
  }

  /**
   * Returns the mean image, after the job has succeeded; says what is wrong with images that were
   * taken.
   *
   * @throws BadInputException when there was no image
   */
  public MeanImage result() throws IOException {
    MeanSums sums = MeanSettings.of(job.conf()).newSums();
    var warnings = new ImageWarnings();
    job.reports(
        (number, report) -> {
          warnings.add(report.warned(), report.warnings());
          if (report.sums().length > 0) {
            sums.merge(report.sums(), 0, report.sums().length, "the sums of a task");
          }
        });
    warnings.say();
    if (sums.images() == 0) {
      throw new BadInputException("no image in the input to take the mean of", null);
    }
    return sums.mean();
  }

  /** Removes the files of the tasks. */
  @Override
  public void close() throws IOException {
    job.close();
  }
}
