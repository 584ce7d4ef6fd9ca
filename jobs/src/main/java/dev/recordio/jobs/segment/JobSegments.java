// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.segment;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * The segments of a job in one of its tasks, which has only its own in its split. The list of all
 * of them grows with the files of the input: it is read when a segment is first requested.
 */
public final class JobSegments {
  private final Configuration conf;
  private SegmentTable all;

  /**
   * Makes an object for a task.
   *
   * @param conf the configuration of the task
   */
  public JobSegments(Configuration conf) {
    this.conf = conf;
  }

  /** Returns how many segments the job has. */
  public int count() {
    return SegmentInputFormat.count(conf);
  }

  /** Returns a segment by its number. */
  public Segment get(int number) throws IOException {
    if (all == null) {
      all = SegmentInputFormat.segments(conf);
    }
    return all.get(number);
  }
}
