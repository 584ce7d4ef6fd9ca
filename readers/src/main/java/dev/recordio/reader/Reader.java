// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A sequence of items, epoch after epoch: a source of records or rows, or a decorator of another
 * reader. For use by one thread.
 *
 * <p>{@link #next} is false at the end of an epoch, unless the reader repeats; {@link #reset}
 * begins the next one.
 *
 * @param <T> the items; an item is a view that is valid until the next call of {@link #next}
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public interface Reader<T> extends Closeable {
  /**
   * Steps to the next item.
   *
   * @return false at the end
   * @throws dev.recordio.bytes.MalformedRecordException for damage, under the policy "fail" or
   *     beyond the thresholds; it names file and offset
   * @throws IllegalStateException after {@link #close}
   */
  boolean next() throws IOException;

  /**
   * Returns the current item, which is valid until the next call of {@link #next}: copy what you
   * keep.
   *
   * @throws java.util.NoSuchElementException before the first item and after the last one
   */
  T get();

  /** Begins the next epoch, also in the middle of one. */
  void reset() throws IOException;

  /** Returns the epoch of the current item or, before the first item, of the first one. */
  long epoch();

  /** Returns what the items are. */
  Schema schema();

  /**
   * Returns where this reader is: after the items that {@link #next} has handed out, not those read
   * ahead.
   *
   * @throws UnsupportedOperationException when a stage can't be resumed; the message names it
   */
  ReaderState state();

  /**
   * Continues where an earlier run was.
   *
   * @param state the state of that run; if it had several workers, their states together ({@link
   *     ReaderState#of})
   * @throws dev.recordio.conf.InvalidSettingException when the state is of another pipeline, or a
   *     worker's state is missing
   * @throws IOException when the input is not that run's
   */
  void restore(ReaderState state) throws IOException;

  /** Ends the reader, its threads included, and closes its files. */
  @Override
  void close() throws IOException;
}
