// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;

/**
 * Hadoop's counters of file systems for a job of this process: what the process has read and
 * written since this object was made, by scheme, as the tasks of Hadoop's local runner count it.
 */
final class FileCounts {
  private static final Map<FileSystemCounter, String> NAMES =
      Map.of(
          FileSystemCounter.BYTES_READ, "bytesRead",
          FileSystemCounter.BYTES_WRITTEN, "bytesWritten",
          FileSystemCounter.READ_OPS, "readOps",
          FileSystemCounter.LARGE_READ_OPS, "largeReadOps",
          FileSystemCounter.WRITE_OPS, "writeOps");

  private final Map<String, Map<FileSystemCounter, Long>> before = now();

  private static Map<String, Map<FileSystemCounter, Long>> now() {
    var all = new HashMap<String, Map<FileSystemCounter, Long>>();
    Iterator<StorageStatistics> each = FileSystem.getGlobalStorageStatistics().iterator();
    while (each.hasNext()) {
      StorageStatistics statistics = each.next();
      if (statistics.getScheme() == null) {
        continue;
      }
      Map<FileSystemCounter, Long> counts =
          all.computeIfAbsent(
              statistics.getScheme(), scheme -> new EnumMap<>(FileSystemCounter.class));
      NAMES.forEach(
          (counter, name) -> {
            Long count = statistics.getLong(name);
            counts.merge(counter, count == null ? 0 : count, Long::sum);
          });
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
