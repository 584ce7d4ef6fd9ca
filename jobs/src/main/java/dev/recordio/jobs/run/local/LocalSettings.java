// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.local;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.server.jobtracker.JTConfig;

/** Settings that a job needs to run well inside one process. */
public final class LocalSettings {
  // LocalJobRunner's own constants are in a jar that only the running job needs.
  private static final String LOCAL_MAPS = "mapreduce.local.map.tasks.maximum";
  private static final String LOCAL_REDUCES = "mapreduce.local.reduce.tasks.maximum";

  private LocalSettings() {}

  /** Whether jobs of this configuration run in this process. */
  public static boolean isLocal(Configuration conf) {
    return MRConfig.LOCAL_FRAMEWORK_NAME.equals(
        conf.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME));
  }

  /** Whether a key has its value from Hadoop's own defaults, or none. */
  public static boolean isDefault(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources == null || sources[sources.length - 1].endsWith("-default.xml");
  }

  /** Returns how many map tasks run in one process at a time. */
  public static int mapsPerProcess(Configuration conf) {
    return isLocal(conf) ? Math.max(1, conf.getInt(LOCAL_MAPS, 1)) : 1;
  }

  /** Returns how many map tasks of a local job run at a time once {@link #apply} is done. */
  public static int mapsAtOnce(Configuration conf) {
    boolean chosen = RunConf.THREADS.getInt(conf) == 0 && conf.get(LOCAL_MAPS) != null;
    return chosen ? mapsPerProcess(conf) : threads(conf);
  }

  /** {@link RunConf#THREADS}; the number of processors for 0, its default. */
  public static int threads(Configuration conf) {
    int threads = RunConf.THREADS.getInt(conf);
    return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
  }

  /**
   * Tasks on all threads, submitted and spilled files in a directory of only this job, and no
   * polling delay at the end of the job.
   *
   * @param scratch a local directory that only this job uses
   */
  public static void apply(Configuration conf, Path scratch) {
    int threads = threads(conf);
    conf.setInt(LOCAL_MAPS, mapsAtOnce(conf));
    if (RunConf.THREADS.getInt(conf) > 0 || conf.get(LOCAL_REDUCES) == null) {
      conf.setInt(LOCAL_REDUCES, threads);
    }
    if (conf.getTrimmedStrings(MRConfig.LOCAL_DIR).length == 1) {
      // Several would mean that the user spreads spills over disks.
      conf.set(MRConfig.LOCAL_DIR, new Path(scratch, "local").toUri().getPath());
    }
    boundSortBuffers(conf);
    boundReduceMemory(conf);
    conf.set(JTConfig.JT_STAGING_AREA_ROOT, new Path(scratch, "staging").toString());
    conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 10);
  }

  /**
   * Returns a bound on the memory of a task: an {@code 1 / share} of the heap, which the tasks of
   * one process share, if that is less than {@code wanted} bytes.
   */
  public static long taskMemory(Configuration conf, long wanted, int share) {
    int tasks = isLocal(conf) ? threads(conf) : 1;
    return Math.min(wanted, Runtime.getRuntime().maxMemory() / share / tasks);
  }

  /**
   * Returns the size of the sort buffer of a map task that {@link #apply} would set, in MiB; for
   * jobs that need less.
   */
  public static int sortMebibytes(Configuration conf) {
    int configured = conf.getInt(MRJobConfig.IO_SORT_MB, MRJobConfig.DEFAULT_IO_SORT_MB);
    if (configured != MRJobConfig.DEFAULT_IO_SORT_MB || !isLocal(conf)) {
      return configured;
    }
    return (int) Math.max(1, taskMemory(conf, (long) configured << 20, 4) >> 20);
  }

  /**
   * A map task with reducers allocates its whole sort buffer before it reads a byte. The tasks of
   * one process together take at most a quarter of its heap for that, unless the user has set a
   * size.
   */
  private static void boundSortBuffers(Configuration conf) {
    int configured = conf.getInt(MRJobConfig.IO_SORT_MB, MRJobConfig.DEFAULT_IO_SORT_MB);
    long share = Runtime.getRuntime().maxMemory() / 4 / mapsPerProcess(conf) >> 20;
    if (configured == MRJobConfig.DEFAULT_IO_SORT_MB && share < configured) {
      conf.setLong(MRJobConfig.IO_SORT_MB, Math.max(1, share));
    }
  }

  /**
   * A reduce task believes that the heap is its own. The tasks of one process together take at most
   * half of it for their input, unless the user has set a size.
   */
  private static void boundReduceMemory(Configuration conf) {
    if (conf.get(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES) == null) {
      int tasks = Math.max(1, conf.getInt(LOCAL_REDUCES, 1));
      conf.setLong(
          MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, Runtime.getRuntime().maxMemory() / 2 / tasks);
    }
  }
}
