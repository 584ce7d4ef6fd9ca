// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystem.Statistics;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;

/**
 * Hadoop's counters of file systems for a job of this process: what the process has read and
 * written since this object was made, by scheme, as the tasks of Hadoop's local runner count it.
 */
final class FileCounts {
  private static final Map<FileSystemCounter, ToLongFunction<Statistics>> COUNTS =
      Map.of(
          FileSystemCounter.BYTES_READ, Statistics::getBytesRead,
          FileSystemCounter.BYTES_WRITTEN, Statistics::getBytesWritten,
          FileSystemCounter.READ_OPS, Statistics::getReadOps,
          FileSystemCounter.LARGE_READ_OPS, Statistics::getLargeReadOps,
          FileSystemCounter.WRITE_OPS, Statistics::getWriteOps);

  private final Map<String, Map<FileSystemCounter, Long>> before = now();

  /** Sums up all file systems of a scheme; the global statistics have only the first one's. */
  @SuppressWarnings("deprecation") // as Hadoop's own tasks
  private static Map<String, Map<FileSystemCounter, Long>> now() {
    var all = new HashMap<String, Map<FileSystemCounter, Long>>();
    for (Statistics statistics : FileSystem.getAllStatistics()) {
      Map<FileSystemCounter, Long> counts =
          all.computeIfAbsent(
              statistics.getScheme(), scheme -> new EnumMap<>(FileSystemCounter.class));
      COUNTS.forEach(
          (counter, count) -> counts.merge(counter, count.applyAsLong(statistics), Long::sum));
    }
    return all;
  }

  /** Adds what has been read and written since. */
  void addTo(Counters counters) {
    now()
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
