// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.scan;

import dev.recordio.task.TaskCounters;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;

/**
 * The counters of a query's tasks, as accumulators that Spark's UI and listeners show. Counters
 * without an accumulator are dropped: Spark itself counts rows and bytes.
 */
public final class ScanCounters implements TaskCounters, Serializable {
  private static final long serialVersionUID = 1;
  private final Map<String, LongAccumulator> accumulators = new HashMap<>();

  /** Counts {@code counter} too; the accumulator's name is the prefix and the counter's name. */
  public ScanCounters with(SparkSession session, String prefix, String counter) {
    String name = prefix + counter.toLowerCase(Locale.ROOT).replace('_', ' ');
    accumulators.put(counter, session.sparkContext().longAccumulator(name));
    return this;
  }

  @Override
  public void add(Enum<?> counter, long amount) {
    add(counter.getDeclaringClass().getName(), counter.name(), amount);
  }

  @Override
  public void add(String group, String counter, long amount) {
    LongAccumulator accumulator = accumulators.get(counter);
    if (accumulator != null) {
      accumulator.add(amount);
    }
  }
}
