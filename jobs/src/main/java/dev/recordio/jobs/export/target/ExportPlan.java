// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.image.ImageContent;
import dev.recordio.jobs.job.JsonFiles;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * What all shards of an export share: facts about all of its records.
 *
 * @param records their number
 * @param header whether payloads begin with an image header
 * @param integral whether all have one label, a whole number ({@link
 *     ExportRecord#hasIntegralLabel}); false without headers
 * @param minLabel the smallest label where all are integral, else 0
 * @param maxLabel the largest label where all are integral, else 0
 * @param id2 whether the high half of some key is not 0
 * @param oddHeaders whether key and labels alone do not give back some header: one label in a
 *     vector, a label beside a vector
 * @param largeKey whether some key is 2^63 or more
 * @param formats of the images, those that occur
 */
public record ExportPlan(
    long records,
    boolean header,
    boolean integral,
    long minLabel,
    long maxLabel,
    boolean id2,
    boolean oddHeaders,
    boolean largeKey,
    List<ImageContent> formats) {
  private static final String PLAN = "recordio.export.plan";

  /** Digits of numbers in names, at least. */
  private static final int MIN_DIGITS = 9;

  /** Returns the plan for payloads that are written whatever they hold. */
  public static ExportPlan ofPayloads(long records) {
    return new ExportPlan(records, false, false, 0, 0, false, false, false, List.of());
  }

  /** Passes the plan to a job. */
  public void set(Configuration conf) throws IOException {
    conf.set(PLAN, JsonFiles.line(this));
  }

  /** Returns the plan of a job. */
  public static ExportPlan of(Configuration conf) throws IOException {
    return JsonFiles.ofLine(conf.get(PLAN), ExportPlan.class);
  }

  /** Returns how many digits names have for numbers of records: all the same, and at least nine. */
  public int digits() {
    return Math.max(MIN_DIGITS, Long.toString(Math.max(0, records - 1)).length());
  }
}
