// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.mapreduce.RecordIOOutputFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;

/**
 * Plans a pack job and makes it ready to run; for programs that pack as one of their steps.
 *
 * <p>What to do stands in the configuration, under the keys {@code recordio.pack.*}. The plan lives
 * in the user's staging folder until the object is closed, which must be after the job.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class PackJob implements Closeable {
  private final Job job;
  private final Path folder;
  private final PackPlan plan;

  /**
   * Scans the inputs and prepares the job.
   *
   * @param conf a configuration, which is copied
   * @param inputs what to pack; empty when {@code recordio.pack.list} names a list
   * @param output the folder to make
   * @throws FileAlreadyExistsException when the output exists
   * @throws java.io.FileNotFoundException when an input is missing or there is nothing to pack
   */
  public PackJob(Configuration conf, List<Path> inputs, Path output)
      throws IOException, InterruptedException {
    job = Job.getInstance(conf);
    FileSystem outputFs = output.getFileSystem(conf);
    if (outputFs.exists(output)) {
      // Before the scan, which may take long; Hadoop asks again when the job is submitted.
      throw new FileAlreadyExistsException(
          "output exists already: " + outputFs.makeQualified(output));
    }
    job.setJarByClass(PackJob.class);
    job.setInputFormatClass(PackInputFormat.class);
    job.setMapperClass(PackMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(BytesWritable.class);
    job.setOutputFormatClass(PackOutputFormat.class);
    RecordIOOutputFormat.setOutputPath(job, output);

    Path staging = JobSubmissionFiles.getStagingDir(new Cluster(conf), conf);
    folder = new Path(staging, "recordio-pack-" + UUID.randomUUID());
    FileSystem stagingFs = folder.getFileSystem(conf);
    stagingFs.mkdirs(folder);
    stagingFs.deleteOnExit(folder); // for a client that is interrupted
    try {
      plan = new PackPlanner(job.getConfiguration()).plan(inputs, folder);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
    PackPlan.setFolder(job.getConfiguration(), folder);
    PackPlan.setImageHeader(job.getConfiguration(), plan.imageHeader());
  }

  /** Returns the job, not yet submitted. */
  public Job job() {
    return job;
  }

  /** Returns what the job will do. */
  PackPlan plan() {
    return plan;
  }

  /** Removes the plan. */
  @Override
  public void close() throws IOException {
    FileSystem fs = folder.getFileSystem(job.getConfiguration());
    fs.delete(folder, true);
    fs.cancelDeleteOnExit(folder);
  }
}
