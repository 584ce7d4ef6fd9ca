// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import dev.recordio.conf.InvalidSettingException;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The order in which one epoch reads the records of an input: a function from positions in the
 * epoch to records.
 *
 * <p>Records are numbered 0 .. n - 1 over the whole input. Each kind of order depends on n, its
 * parameters and, where it draws, on a seed and the number of the epoch, and on nothing else: so
 * tasks may each take their positions, and a run may be resumed anywhere. Only {@link #weighted}
 * takes memory for each record.
 *
 * <p>An order is not thread-safe; equal ones may be created for each thread.
 */
public interface RecordOrder {
  /** Records of an input at most, and positions of an epoch: 2^62. */
  long MAX_RECORDS = 1L << 62;

  /** Returns how many positions the epoch has: 0 .. count - 1. */
  long count();

  /**
   * Returns the record at {@code position}.
   *
   * @throws IndexOutOfBoundsException when the position is not in 0 .. count - 1
   */
  long at(long position);

  /**
   * Returns the order {@code start, start + step, start + 2 * step, ...}.
   *
   * @param records n; {@link Long#MAX_VALUE} when it is not known, then the count is a limit
   * @param start the first record, 0 .. n
   * @param step from one record to the next, at least 1
   * @param count positions; as many as fit by default
   * @throws InvalidSettingException when a parameter is not as described
   */
  static RecordOrder sequential(long records, long start, long step, OptionalLong count) {
    Parameter.atLeast("number of records", records, 0);
    Parameter.range("start", start, records);
    Parameter.atLeast("step", step, 1);
    long fit = start == records ? 0 : (records - start - 1) / step + 1;
    long positions = count.orElse(fit);
    Parameter.range("count", positions, fit);
    return new ComputedOrder(positions, at -> start + Objects.checkIndex(at, positions) * step);
  }

  /**
   * Returns the order that {@link EpochOrder} computes: shuffled, and read in blocks.
   *
   * @param records n, at most {@link #MAX_RECORDS}
   * @param seed any number
   * @param epoch any number; each epoch has its own order
   * @param block consecutive records that stay near each other, at least 1
   * @param window records among which a record is moved, at least 1
   * @throws InvalidSettingException when a parameter is not as described
   */
  static RecordOrder epoch(long records, long seed, long epoch, int block, int window) {
    Parameter.records(records);
    Parameter.atLeast("block", block, 1);
    Parameter.atLeast("window", window, 1);
    return new ComputedOrder(records, new EpochOrder(records, seed, epoch, block, window)::at);
  }

  /**
   * Returns a permutation of all records by {@link SeededPermutation}, another one for each epoch.
   *
   * @param records n, at most {@link #MAX_RECORDS}
   * @param seed any number
   * @param epoch any number
   * @throws InvalidSettingException when a parameter is not as described
   */
  static RecordOrder permutation(long records, long seed, long epoch) {
    Parameter.records(records);
    long key = Draws.key(seed, epoch);
    return new ComputedOrder(records, new SeededPermutation(records, key)::at);
  }

  /**
   * Returns windows of consecutive records on a circle: record i of window k is {@code (start + k *
   * step + i) mod n}, and its position is {@code k * window + i}.
   *
   * @param records n, at most {@link #MAX_RECORDS}
   * @param start the first record of the first window, at least 0
   * @param window records of a window, at least 1
   * @param step records from the start of a window to the start of the next, at least 1; by default
   *     as many as a window has
   * @param count positions; by default {@code window * ceil(n / step)}: whole windows that begin
   *     once around the circle
   * @throws InvalidSettingException when a parameter is not as described
   */
  static RecordOrder circular(
      long records, long start, long window, OptionalLong step, OptionalLong count) {
    return new CircularOrder(records, start, window, step.orElse(window), count);
  }

  /**
   * Returns an order that draws one of all records for each position, each with the same
   * probability and independently of the others.
   *
   * @param records n, at most {@link #MAX_RECORDS}
   * @param seed any number
   * @param epoch any number; each epoch has its own draws
   * @param count positions; n by default
   * @throws InvalidSettingException when a parameter is not as described
   */
  static RecordOrder replacement(long records, long seed, long epoch, OptionalLong count) {
    Parameter.records(records);
    long positions = Parameter.positions(records, count, records);
    var draws = new Draws(seed, epoch);
    return new ComputedOrder(
        positions, at -> draws.below(records, Objects.checkIndex(at, positions)));
  }

  /**
   * Returns an order that draws one of all records for each position, with probabilities in
   * proportion to weights and independently of the others.
   *
   * @param records n, as many as there are weights
   * @param weights a weight for each record; orders of many epochs may share them
   * @param seed any number
   * @param epoch any number; each epoch has its own draws
   * @param count positions; n by default
   * @throws InvalidSettingException when a parameter is not as described
   */
  static RecordOrder weighted(
      long records, Weights weights, long seed, long epoch, OptionalLong count) {
    if (weights.size() != records) {
      throw Parameter.invalid(
          weights.size() + " weights", "one for each of the " + records + " records of the input");
    }
    long positions = Parameter.positions(records, count, records);
    var draws = new Draws(seed, epoch);
    return new ComputedOrder(
        positions, at -> weights.recordAt(draws.fraction(Objects.checkIndex(at, positions))));
  }
}
