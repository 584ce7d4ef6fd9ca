// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.local.LocalSettings;
import dev.recordio.jobs.run.local.RunConf;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Which jobs run in the command's own process without Hadoop's local runner ({@link SmallJob}):
 * those without reducers, over little data, of few tasks, where the user has not chosen {@code
 * mapreduce.framework.name}, and which need nothing that only the runner has.
 */
final class SmallJobRule {
  private static final List<String> NEEDS_RUNNER =
      List.of(
          "tmpfiles", // the generic options -files, -libjars and -archives
          "tmpjars",
          "tmparchives",
          MRJobConfig.CACHE_FILES,
          MRJobConfig.CACHE_ARCHIVES,
          MRJobConfig.CLASSPATH_FILES,
          MRJobConfig.CLASSPATH_ARCHIVES,
          MRJobConfig.MR_JOB_END_NOTIFICATION_URL,
          "mapred.mapper.class", // of the old API
          "mapred.input.format.class",
          "mapred.output.format.class");

  private SmallJobRule() {}

  /** Whether a job may run here if its input is small. */
  static boolean allows(Job job) {
    Configuration conf = job.getConfiguration();
    return job.getNumReduceTasks() == 0
        && LocalSettings.isLocal(conf)
        && !LocalSettings.isFrameworkChosen(conf)
        && RunConf.IN_PROCESS_BELOW.getBytes(conf) > 0
        && RunConf.IN_PROCESS_TASKS.getInt(conf) > 0
        && NEEDS_RUNNER.stream().allMatch(key -> conf.get(key) == null);
  }

  /** Whether the input of a job is small. */
  static boolean isSmall(Configuration conf, List<InputSplit> splits)
      throws IOException, InterruptedException {
    if (splits.size() > RunConf.IN_PROCESS_TASKS.getInt(conf)) {
      return false;
    }
    long below = RunConf.IN_PROCESS_BELOW.getBytes(conf);
    long bytes = 0;
    for (InputSplit split : splits) {
      if (split.getLength() >= below - bytes) {
        return false;
      }
      bytes += split.getLength();
    }
    return true;
  }
}
