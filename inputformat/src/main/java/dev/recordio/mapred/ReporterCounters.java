// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.task.TaskCounters;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.Progressable;

/**
 * The counters of a reporter.
 *
 * @param reporter the task's
 */
public record ReporterCounters(Reporter reporter) implements TaskCounters {
  /** Returns the counters of an engine, which may only support progress, or nothing. */
  public static ReporterCounters of(Progressable progress) {
    return new ReporterCounters(progress instanceof Reporter task ? task : Reporter.NULL);
  }

  @Override
  public void add(Enum<?> counter, long amount) {
    reporter.incrCounter(counter, amount);
  }

  @Override
  public void add(String group, String counter, long amount) {
    reporter.incrCounter(group, counter, amount);
  }
}
