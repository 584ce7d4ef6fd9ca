// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** The counters of a task, whichever API runs it. */
public interface TaskCounters {
  /** Adds to a counter of this library. */
  void add(Enum<?> counter, long amount);

  /** Adds to a counter that has its name from what it counts. */
  void add(String group, String counter, long amount);

  /**
   * Returns the counters of a task of {@code org.apache.hadoop.mapreduce}. Each of ours is looked
   * up once, as Hadoop's own readers do it: a context without a task behind it looks for the
   * counter's title in resource bundles every time, which costs as much as reading a thousand short
   * records.
   */
  static TaskCounters of(TaskAttemptContext context) {
    return new TaskCounters() {
      private final Map<Enum<?>, Counter> known = new HashMap<>();

      @Override
      public void add(Enum<?> counter, long amount) {
        known.computeIfAbsent(counter, context::getCounter).increment(amount);
      }

      @Override
      public void add(String group, String counter, long amount) {
        context.getCounter(group, counter).increment(amount);
      }
    };
  }
}
