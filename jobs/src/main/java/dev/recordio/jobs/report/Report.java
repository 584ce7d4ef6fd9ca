// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.fs.input.SplitPlanner;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/** What was found out about an input: it is written as a page, and its main figures as JSON. */
interface Report {
  /** Adds the figures and sections to a page. */
  void write(Page page);

  /** Returns the main figures by their names in JSON. */
  Map<String, Object> figures();

  /** Names a prepared job and runs it to its end, with progress. */
  @FunctionalInterface
  interface JobRun {
    void run(Job job) throws Exception;
  }

  /** Returns how many splits a job over files would have. */
  static int splits(Configuration conf, List<FileStatus> files, Predicate<Path> splittable)
      throws IOException {
    Job job = Job.getInstance(conf);
    long min = Math.max(1, FileInputFormat.getMinSplitSize(job));
    long max = FileInputFormat.getMaxSplitSize(job);
    List<FileStatus> full = files.stream().filter(file -> file.getLen() > 0).toList();
    return new SplitPlanner(conf, min, max, splittable).plan(full).size();
  }
}
