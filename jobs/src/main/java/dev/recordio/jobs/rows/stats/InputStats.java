// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import dev.recordio.jobs.rows.LabelCounts;
import dev.recordio.sparse.ParseRule;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Statistics of the whole input. Sums of float numbers are computed in double: first within each
 * segment in input order, then over the segments in order; so they do not depend on the tasks.
 *
 * @param rows all rows
 * @param lines all lines, blank ones and comments too
 * @param nnz all entries
 * @param minIndex the smallest index in the text; null when there is no entry
 * @param maxIndex the largest index in the text; null when there is no entry
 * @param minField the smallest field in the text; null when there is none
 * @param zeroRow the first row, from 0, with an index 0; -1 when there is none or the index base is
 *     1
 * @param zeroPath the file of that row; null when there is none
 * @param zeroOffset the offset of that row in the file, in bytes
 * @param labelSum of all labels
 * @param valueSum of all values
 * @param weightedRows rows that have a weight
 * @param groupedRows rows that have a query id
 * @param groups runs of rows with the same query id; 0 when no row has one
 * @param bareEntries entries without a value; it is 1 then
 * @param broken how often each rule was violated, by title, notes too
 * @param conflict the rule that the rows of several segments violate together, while no segment
 *     violates it; null when there is none
 * @param declaredColumns the number of columns that the rows themselves have with them; -1 for
 *     formats without
 * @param labels the range of labels, and how often each occurs
 * @param rangeRows for each segment, in order, the rows of each of its ranges
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record InputStats(
    long rows,
    long lines,
    long nnz,
    BigInteger minIndex,
    BigInteger maxIndex,
    BigInteger minField,
    long zeroRow,
    String zeroPath,
    long zeroOffset,
    double labelSum,
    double valueSum,
    long weightedRows,
    long groupedRows,
    long groups,
    long bareEntries,
    Map<String, Long> broken,
    String conflict,
    long declaredColumns,
    LabelCounts labels,
    List<long[]> rangeRows) {
  /** Returns how often rules of strict reading were violated, by title. */
  public Map<String, Long> faults() {
    return brokenBy(rule -> !rule.isNote());
  }

  /** Returns how often rules that are only noted were violated, by title. */
  public Map<String, Long> notes() {
    return brokenBy(ParseRule::isNote);
  }

  private Map<String, Long> brokenBy(Predicate<ParseRule> wanted) {
    var found = new TreeMap<String, Long>();
    for (ParseRule rule : ParseRule.values()) {
      Long count = broken.get(rule.title());
      if (count != null && wanted.test(rule)) {
        found.put(rule.title(), count);
      }
    }
    return found;
  }

  /** Returns how often rules of strict reading were violated, in total. */
  public long malformed() {
    return faults().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns how many lines were skipped because they have no label. */
  public long leftOut() {
    return broken.getOrDefault(ParseRule.BAD_LABEL.title(), 0L);
  }

  /**
   * Returns the number of columns when the first index is {@code base}: what the rows themselves
   * say, else as many as the largest index needs, 0 without entries.
   */
  public BigInteger columns(int base) {
    if (declaredColumns >= 0) {
      return BigInteger.valueOf(declaredColumns);
    }
    return nnz == 0 ? BigInteger.ZERO : maxIndex.subtract(BigInteger.valueOf(base - 1L));
  }

  /** Whether text of this kind can have {@code base} as its first index, and first field. */
  public boolean fits(int base) {
    BigInteger first = BigInteger.valueOf(base);
    return (minIndex == null || minIndex.compareTo(first) >= 0)
        && (minField == null || minField.compareTo(first) >= 0);
  }
}
