// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import dev.recordio.jobs.run.JobScratch;
import dev.recordio.task.JobTokens;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;

/** A job of map tasks, one for each part of its work. Closing it removes what it was passed. */
abstract class PartJob implements Closeable {
  private final Job job;
  private final JobScratch scratch;

  PartJob(Configuration conf, Class<? extends Mapper<?, ?, ?, ?>> mapper)
      throws IOException, InterruptedException {
    job = Job.getInstance(conf);
    job.setJarByClass(PartJob.class);
    job.setInputFormatClass(PartInputFormat.class);
    job.setMapperClass(mapper);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(PartOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    scratch = JobScratch.create(job.getConfiguration());
  }

  /** Returns the job, not yet submitted. */
  public final Job job() {
    return job;
  }

  final Configuration conf() {
    return job.getConfiguration();
  }

  /** Gets the job the tokens that its tasks need to read and write these files and folders. */
  final void use(List<Path> paths) throws IOException {
    JobTokens.obtain(conf(), job.getCredentials(), paths);
  }

  /** Returns a file, or folder, that exists as long as the job. */
  final Path scratch(String name) {
    return new Path(scratch.dir(), name);
  }

  final void setParts(List<PartSplit> parts) throws IOException {
    PartInputFormat.set(conf(), parts, scratch("parts"));
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
