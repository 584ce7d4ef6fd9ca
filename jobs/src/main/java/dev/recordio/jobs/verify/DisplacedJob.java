// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.task.JobTokens;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/** A job that searches files in doubt for records that are not where their indexes have them. */
final class DisplacedJob {
  private final Job job;
  private final Path output;

  /**
   * Prepares the job.
   *
   * @param conf a configuration, which is copied
   * @param scratch a folder for the job's data, not there yet
   */
  DisplacedJob(Configuration conf, List<Doubt> doubts, Path scratch) throws IOException {
    job = Job.getInstance(conf);
    output = new Path(scratch, "found");
    Configuration own = job.getConfiguration();
    List<Path> files = doubts.stream().map(doubt -> new Path(doubt.file())).toList();
    JobTokens.obtain(own, job.getCredentials(), files);
    DisplacedInputFormat.set(own, doubts, new Path(scratch, "doubts"));
    job.setJarByClass(DisplacedJob.class);
    job.setInputFormatClass(DisplacedInputFormat.class);
    job.setMapperClass(DisplacedMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Displaced.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
  }

  /** Returns the job, not yet submitted. */
  Job job() {
    return job;
  }

  /** Returns what was found in each file, after the job has succeeded. */
  Map<String, Displaced> found() throws IOException {
    Configuration conf = job.getConfiguration();
    FileSystem fs = output.getFileSystem(conf);
    var found = new HashMap<String, Displaced>();
    for (FileStatus part : fs.globStatus(new Path(output, "part-*"))) {
      try (var reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(part.getPath()))) {
        var file = new Text();
        for (var one = new Displaced(); reader.next(file, one); one = new Displaced()) {
          found.put(file.toString(), one);
        }
      }
    }
    return found;
  }
}
