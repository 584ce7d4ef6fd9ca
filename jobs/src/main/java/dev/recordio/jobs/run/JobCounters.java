// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.ToLongFunction;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystem.Statistics;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.Job;

/**
 * The counters of jobs that have succeeded, wherever they ran. {@link Job#getCounters} works only
 * for jobs that were submitted to Hadoop.
 */
public final class JobCounters {
  private static final Map<Job, Counters> SMALL = Collections.synchronizedMap(new WeakHashMap<>());

  private static final Map<FileSystemCounter, ToLongFunction<Statistics>> FILES =
      Map.of(
          FileSystemCounter.BYTES_READ, Statistics::getBytesRead,
          FileSystemCounter.BYTES_WRITTEN, Statistics::getBytesWritten,
          FileSystemCounter.READ_OPS, Statistics::getReadOps,
          FileSystemCounter.LARGE_READ_OPS, Statistics::getLargeReadOps,
          FileSystemCounter.WRITE_OPS, Statistics::getWriteOps);

  private JobCounters() {}

  /** Returns the counters of a job; empty when the cluster no longer has them. */
  public static Counters of(Job job) throws IOException {
    Counters counters = SMALL.get(job);
    if (counters == null) {
      counters = job.getCounters();
    }
    return counters == null ? new Counters() : counters;
  }

  /** Keeps the counters of a job that ran in this process, as long as the job is known. */
  static void keep(Job job, Counters counters) {
    SMALL.put(job, counters);
  }

  /**
   * Returns Hadoop's counters of file systems by scheme: what this process has read and written, as
   * the tasks of Hadoop's local runner count it. All file systems of a scheme are summed up; the
   * global statistics have only the first one's.
   */
  @SuppressWarnings("deprecation") // as Hadoop's own tasks
  static Map<String, Map<FileSystemCounter, Long>> ofFiles() {
    var all = new HashMap<String, Map<FileSystemCounter, Long>>();
    for (Statistics statistics : FileSystem.getAllStatistics()) {
      Map<FileSystemCounter, Long> counts =
          all.computeIfAbsent(
              statistics.getScheme(), scheme -> new EnumMap<>(FileSystemCounter.class));
      FILES.forEach(
          (counter, count) -> counts.merge(counter, count.applyAsLong(statistics), Long::sum));
    }
    return all;
  }

  /** Adds what has been read and written since {@link #ofFiles} returned {@code before}. */
  static void addFiles(Map<String, Map<FileSystemCounter, Long>> before, Counters counters) {
    ofFiles()
        .forEach(
            (scheme, counts) ->
                counts.forEach(
                    (counter, count) -> {
                      Map<FileSystemCounter, Long> earlier = before.getOrDefault(scheme, Map.of());
                      counters
                          .findCounter(scheme, counter)
                          .increment(count - earlier.getOrDefault(counter, 0L));
                    }));
  }
}
