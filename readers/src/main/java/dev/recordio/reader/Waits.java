// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * How long the two sides of a stage that reads ahead have waited for each other: a waiting consumer
 * is faster than reading, a waiting producer is faster than the consumer.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public interface Waits {
  /** Returns the stages, in the order of the pipeline, that read ahead; empty where none does. */
  static List<Waits> of(Reader<?> reader) {
    return reader instanceof Stage<?> stage ? stage.waits() : List.of();
  }

  /** Returns the text of the stage, such as {@code prefetch(64m)}. */
  String stage();

  /**
   * Returns how long threads that read ahead have waited for room, in nanoseconds, summed over the
   * threads.
   */
  long producerWaitNanos();

  /** Returns how long {@link Reader#next} has waited for items, in nanoseconds. */
  long consumerWaitNanos();
}
