// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.stats;

import dev.recordio.jobs.segment.LabelCounts;
import dev.recordio.sparse.ParseRule;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * What the whole input holds. Sums are made in double over the float numbers: first within each
 * segment in the order of the input, then over the segments in their order; so they are the same
 * whatever the tasks.
 *
 * @param rows all rows
 * @param lines all lines, blank ones and comments too
 * @param nnz all entries
 * @param minIndex the smallest index as the text writes it; null when there is no entry
 * @param maxIndex the largest index as the text writes it; null when there is no entry
 * @param minField the smallest field as the text writes it; null when there is none
 * @param zeroRow the first row, from 0, with an index 0; -1 when there is none or the index base is
 *     1
 * @param zeroPath the file of that row; null when there is none
 * @param zeroOffset where that row stands in the file, in bytes
 * @param labelSum of all labels
 * @param valueSum of all values
 * @param weightedRows rows that have a weight
 * @param groupedRows rows that have a query id
 * @param groups runs of rows with the same query id; 0 when no row has one
 * @param bareEntries entries without a value, which is 1 then
 * @param broken how often each rule was broken, by title, notes too
 * @param conflict the rule that the rows of several segments break together, each alone keeping it;
 *     null when there is none
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
    LabelCounts labels,
    List<long[]> rangeRows) {
  /** Returns how often rules were broken that strict reading asks for, by title. */
  public Map<String, Long> faults() {
    return brokenBy(rule -> !rule.isNote());
  }

  /** Returns how often rules were broken that are only noted, by title. */
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

  /** Returns how often rules were broken that strict reading asks for, all together. */
  public long malformed() {
    return faults().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns how many lines were left out since they have no label. */
  public long leftOut() {
    return broken.getOrDefault(ParseRule.BAD_LABEL.title(), 0L);
  }

  /** Returns the number of columns when the first index is {@code base}; 0 without entries. */
  public BigInteger columns(int base) {
    return nnz == 0 ? BigInteger.ZERO : maxIndex.subtract(BigInteger.valueOf(base - 1L));
  }

  /** Whether text of this kind can have {@code base} as its first index, and first field. */
  public boolean fits(int base) {
    BigInteger first = BigInteger.valueOf(base);
    return (minIndex == null || minIndex.compareTo(first) >= 0)
        && (minField == null || minField.compareTo(first) >= 0);
  }
}
