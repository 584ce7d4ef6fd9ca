// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** The counters of a task, whichever API runs it. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public interface TaskCounters {
  /** Adds to a counter of ours. */
  void add(Enum<?> counter, long amount);

  /** Adds to a counter that has its name from what it counts. */
  void add(String group, String counter, long amount);

  /** Returns those of a task of {@code org.apache.hadoop.mapreduce}. */
  static TaskCounters of(TaskAttemptContext context) {
    return new TaskCounters() {
      @Override
      public void add(Enum<?> counter, long amount) {
        context.getCounter(counter).increment(amount);
      }

      @Override
      public void add(String group, String counter, long amount) {
        context.getCounter(group, counter).increment(amount);
      }
    };
  }
}
