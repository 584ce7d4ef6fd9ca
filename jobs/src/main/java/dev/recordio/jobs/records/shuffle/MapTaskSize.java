// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.run.split.SplitGroup;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * How much a map task of shuffle reads. Each reduce task fetches a piece of the output of each map
 * task, and the mean piece is what a map task reads, divided by the number of shards: at 10 TB in
 * shards and splits of the default sizes 7 KB, each a random read on a disk. Larger map tasks make
 * larger pieces, and fewer.
 */
final class MapTaskSize {
  /** A random read of a disk takes as long as reading some hundreds of KiB; on an SSD, some ten. */
  private static final long PIECE = 64 << 10;

  /** More would take a task too long, and too much of its machine's disk. */
  private static final long MAX = 4L << 30;

  /** What a large cluster needs to be busy is worth more than long fetches. */
  private static final int MIN_TASKS = 1000;

  private MapTaskSize() {}

  /** Returns the bytes; 0: as the splits are. */
  static long of(Job job, long inputBytes, int shards) {
    Configuration conf = job.getConfiguration();
    long set = ArrangeConf.SHUFFLE_TASK_SIZE.getBytes(conf);
    if (set > 0) {
      return set;
    }
    return FileInputFormat.getMaxSplitSize(job) == Long.MAX_VALUE ? of(inputBytes, shards) : 0;
  }

  static long of(long inputBytes, int shards) {
    long bytes = Math.min(Math.min(MAX, inputBytes / MIN_TASKS), shards * PIECE);
    return bytes > SplitGroup.MAX_BYTES ? bytes : 0;
  }
}
