// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.server.jobtracker.JTConfig;

/** What a job needs to run well inside one process. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class LocalSettings {
  /** Worker threads of a local command; default: one per processor: {@value}. */
  public static final String THREADS = "recordio.threads";

  // LocalJobRunner's own constants live in a jar that only the running job needs.
  private static final String LOCAL_MAPS = "mapreduce.local.map.tasks.maximum";
  private static final String LOCAL_REDUCES = "mapreduce.local.reduce.tasks.maximum";

  private LocalSettings() {}

  /** Whether jobs of this configuration run in this process. */
  public static boolean isLocal(Configuration conf) {
    return MRConfig.LOCAL_FRAMEWORK_NAME.equals(
        conf.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME));
  }

  /** {@value #THREADS}, at least 1; the number of processors when it is not set. */
  public static int threads(Configuration conf) {
    int threads = conf.getInt(THREADS, Runtime.getRuntime().availableProcessors());
    if (threads < 1) {
      throw new UsageException(THREADS + " is " + threads + "; it must be 1 or more");
    }
    return threads;
  }

  /**
   * Tasks on all threads, submitted and spilled files in a directory of this job alone, and no
   * waiting for the next look at a job that has ended.
   *
   * @param scratch a local directory that only this job uses
   */
  static void apply(Configuration conf, Path scratch) {
    int threads = threads(conf);
    if (conf.get(THREADS) != null || conf.get(LOCAL_MAPS) == null) {
      conf.setInt(LOCAL_MAPS, threads);
    }
    if (conf.get(THREADS) != null || conf.get(LOCAL_REDUCES) == null) {
      conf.setInt(LOCAL_REDUCES, threads);
    }
    if (conf.getTrimmedStrings(MRConfig.LOCAL_DIR).length
        == 1) { // several: the user spreads spills
      conf.set(MRConfig.LOCAL_DIR, new Path(scratch, "local").toUri().getPath());
    }
    conf.set(JTConfig.JT_STAGING_AREA_ROOT, new Path(scratch, "staging").toString());
    conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 10);
  }
}
