// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.mapreduce.TaskCounters;
import org.apache.hadoop.mapred.Reporter;

/**
 * The counters behind a reporter.
 *
 * @param reporter the task's
 */
record ReporterCounters(Reporter reporter) implements TaskCounters {
  @Override
  public void add(Enum<?> counter, long amount) {
    reporter.incrCounter(counter, amount);
  }

  @Override
  public void add(String group, String counter, long amount) {
    reporter.incrCounter(group, counter, amount);
  }
}
