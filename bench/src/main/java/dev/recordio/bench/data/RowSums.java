// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

import dev.recordio.bench.harness.Tally;
import dev.recordio.sparse.CsrBlock;
import java.util.Arrays;

/**
 * The expected result of parsing a LibSVM file. Floats are summed by their bits, as unsigned
 * integers: cheap, exact, and two such sums are no further apart than all numbers together are in
 * units in the last place.
 *
 * @param rows the number of rows
 * @param entries the number of features
 * @param indices the sum of their indices
 * @param qids the sum of the query ids
 * @param labels the sum of the labels' bits
 * @param weights the sum of the weights' bits
 * @param values the sum of the values' bits
 */
public record RowSums(
    long rows, long entries, long indices, long qids, long labels, long weights, long values) {
  /** How many sums there are. */
  public static final int COUNT = 7;

  /** The sums of no rows. */
  public static final RowSums NONE = new RowSums(0, 0, 0, 0, 0, 0, 0);

  /** Returns these sums with the rows of a block added. */
  public RowSums plus(CsrBlock block) {
    int count = block.rows();
    return new RowSums(
        rows + count,
        entries + block.entries(),
        indices + sum(block.indices(), block.entries()),
        block.hasQid() ? qids + Arrays.stream(block.qids(), 0, count).sum() : qids,
        labels + bits(block.labels(), count),
        block.hasWeight() ? weights + bits(block.weights(), count) : weights,
        values + bits(block.values(), block.entries()));
  }

  /** Returns these sums plus others. */
  public RowSums plus(RowSums more) {
    return new RowSums(
        rows + more.rows,
        entries + more.entries,
        indices + more.indices,
        qids + more.qids,
        labels + more.labels,
        weights + more.weights,
        values + more.values);
  }

  private static long sum(int[] numbers, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += numbers[i];
    }
    return sum;
  }

  private static long bits(float[] numbers, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Float.floatToRawIntBits(numbers[i]);
    }
    return sum;
  }

  /** Returns the sums of numbers in the order of {@link #line}. */
  public static RowSums of(long[] all) {
    return new RowSums(all[0], all[1], all[2], all[3], all[4], all[5], all[6]);
  }

  /** Returns the sums that a line begins with; see {@link #line}. */
  public static RowSums ofLine(String line) {
    return of(Arrays.stream(line.strip().split(" ")).mapToLong(Long::parseLong).toArray());
  }

  /** Returns the sums as text, in order, separated by blanks. */
  public String line() {
    return rows + " " + entries + " " + indices + " " + qids + " " + labels + " " + weights + " "
        + values;
  }

  /**
   * Returns the tally of a run over a file.
   *
   * @param bytes the file's length
   * @param truth the sums of the file's rows
   * @param ulps by how many units in the last place numbers may differ from the truth, on average
   * @throws IllegalStateException when they differ by more
   */
  public Tally tally(long bytes, RowSums truth, int ulps) {
    long slack = ulps * (truth.rows + truth.entries);
    if (Math.abs(values - truth.values) > slack
        || Math.abs(weights - truth.weights) > slack
        || labels != truth.labels) {
      throw new IllegalStateException("expected " + truth + ", found " + this);
    }
    return new Tally(rows, bytes, (entries * 31 + indices) * 31 + qids);
  }
}
