// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Statistics of sparse rows: of a segment, and of all segments, put together in their order. Sums
 * of float numbers are computed in double: first within each segment in input order, then over the
 * segments in order; so they do not depend on the tasks.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
@JsonAutoDetect(fieldVisibility = Visibility.ANY, getterVisibility = Visibility.NONE)
public final class RowStats {
  private long rows;
  private long lines;
  private long nnz;
  private BigInteger minIndex;
  private BigInteger maxIndex;
  private BigInteger minField;
  private long zeroRow = -1;
  private String zeroPath;
  private long zeroOffset;
  private double labelSum;
  private long labelEntries; // where rows have any number of labels
  private long labelColumns;
  private double valueSum;
  private long weightedRows;
  private long groupedRows;
  private long groups;
  private long firstQid;
  private long lastQid;
  private long bareEntries;
  private SortedMap<String, Long> broken = new TreeMap<>();
  private String conflict;
  private long declaredColumns = -1;
  private long droppedColumns; // as the text counts them
  private LabelCounts labels = new LabelCounts();
  private List<long[]> rangeRows = new ArrayList<>();

  /** Makes statistics without rows, to which segments are added. */
  public RowStats() {}

  /** Makes statistics of a segment, without rows. */
  @InterfaceAudience.Private
  public RowStats(Segment segment) {
    rangeRows.add(new long[segment.ranges().size()]);
  }

  /**
   * Adds the rows of the next block of a segment.
   *
   * @param range the segment's range that has them
   * @param base what was subtracted from the indices as they were read, 0 or 1
   */
  @InterfaceAudience.Private
  public void add(CsrBlock block, Segment segment, int range, int base) {
    addRows(block);
    if (block.entries() > 0) {
      long least = addEntries(block, base);
      if (base == 0 && least == 0 && zeroRow < 0) {
        int row = rowOfZero(block);
        zeroRow = rows + row;
        zeroOffset = block.positions()[row];
        zeroPath = segment.ranges().get(range).path().toString();
      }
    }
    rangeRows.get(0)[range] += block.rows();
    rows += block.rows();
    nnz += block.entries();
  }

  private void addRows(CsrBlock block) {
    labels.add(block, 0, block.rows());
    CsrBlock sets = block.labelSets();
    if (sets != null) {
      labelEntries += sets.entries();
      for (int i = 0; i < sets.entries(); i++) {
        labelSum += sets.index(i);
        labelColumns = Math.max(labelColumns, sets.index(i) + 1);
      }
    }
    float[] all = block.labels();
    long[] qids = block.qids();
    for (int r = 0; r < block.rows(); r++) {
      labelSum += all[r];
      if (rows + r == 0) {
        firstQid = qids[0];
        groups = 1;
      } else if (qids[r] != lastQid) {
        groups++;
      }
      lastQid = qids[r];
    }
  }

  /** Returns the smallest index as it was read, unsigned. */
  private long addEntries(CsrBlock block, int base) {
    float[] values = block.values();
    int entries = block.entries();
    for (int i = 0; i < entries; i++) {
      valueSum += values[i];
    }
    long[] bounds =
        block.isWide() ? bounds(block.wideIndices(), entries) : bounds(block.indices(), entries);
    minIndex = smaller(minIndex, asWritten(bounds[0], base));
    maxIndex = larger(maxIndex, asWritten(bounds[1], base));
    if (block.hasField()) {
      int least = -1; // unsigned: the largest
      int[] fields = block.fields();
      for (int i = 0; i < entries; i++) {
        least = Integer.compareUnsigned(fields[i], least) < 0 ? fields[i] : least;
      }
      minField = smaller(minField, asWritten(Integer.toUnsignedLong(least), base));
    }
    return bounds[0];
  }

  /** No index of an {@code int[]} is negative; the loop is one that becomes vector instructions. */
  private static long[] bounds(int[] indices, int count) {
    int least = Integer.MAX_VALUE;
    int largest = 0;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, indices[i]);
      largest = Math.max(largest, indices[i]);
    }
    return new long[] {least, largest};
  }

  private static long[] bounds(long[] indices, int count) {
    long least = -1;
    long largest = 0;
    for (int i = 0; i < count; i++) {
      least = Long.compareUnsigned(indices[i], least) < 0 ? indices[i] : least;
      largest = Long.compareUnsigned(indices[i], largest) > 0 ? indices[i] : largest;
    }
    return new long[] {least, largest};
  }

  private static BigInteger asWritten(long index, int base) {
    return new BigInteger(Long.toUnsignedString(index)).add(BigInteger.valueOf(base));
  }

  private static int rowOfZero(CsrBlock block) {
    int entry = 0;
    while (block.index(entry) != 0) {
      entry++;
    }
    int row = 0;
    while (block.offset(row + 1) <= entry) {
      row++;
    }
    return row;
  }

  /** Adds the statistics of the next segment. */
  @InterfaceAudience.Private
  public void add(RowStats next) {
    if (next.rows > 0) {
      groups += next.groups - (rows > 0 && next.firstQid == lastQid ? 1 : 0);
      firstQid = rows > 0 ? firstQid : next.firstQid;
      lastQid = next.lastQid;
    }
    if (zeroRow < 0 && next.zeroRow >= 0) {
      zeroRow = rows + next.zeroRow;
      zeroPath = next.zeroPath;
      zeroOffset = next.zeroOffset;
    }
    rows += next.rows;
    nnz += next.nnz;
    minIndex = smaller(minIndex, next.minIndex);
    maxIndex = larger(maxIndex, next.maxIndex);
    minField = smaller(minField, next.minField);
    labelSum += next.labelSum;
    labelEntries += next.labelEntries;
    labelColumns = Math.max(labelColumns, next.labelColumns);
    valueSum += next.valueSum;
    labels.add(next.labels);
    rangeRows.addAll(next.rangeRows);
  }

  private static BigInteger smaller(BigInteger a, BigInteger b) {
    return a == null ? b : b == null ? a : a.min(b);
  }

  private static BigInteger larger(BigInteger a, BigInteger b) {
    return a == null ? b : b == null ? a : a.max(b);
  }

  /** Takes what was found in all segments, once they are added. */
  @InterfaceAudience.Private
  public void end(InputFindings found) {
    RowTraits traits = found.traits();
    lines = found.lines();
    weightedRows = traits.weighted();
    groupedRows = traits.grouped();
    groups = groupedRows > 0 ? groups : 0;
    bareEntries = traits.bare();
    declaredColumns = traits.columns();
    droppedColumns = traits.droppedColumns();
    broken = new TreeMap<>(found.broken());
    ParseRule rule = traits.conflict();
    conflict = rule == null || broken.containsKey(rule.title()) ? null : rule.title();
  }

  /** Returns the number of rows. */
  public long rows() {
    return rows;
  }

  /** Returns the number of lines, blank ones and comments too. */
  public long lines() {
    return lines;
  }

  /** Returns the number of entries. */
  public long nnz() {
    return nnz;
  }

  /** Returns the smallest index in the text; null when there is no entry. */
  public BigInteger minIndex() {
    return minIndex;
  }

  /** Returns the largest index in the text; null when there is no entry. */
  public BigInteger maxIndex() {
    return maxIndex;
  }

  /** Returns the smallest field in the text; null when there is none. */
  public BigInteger minField() {
    return minField;
  }

  /** Returns the first row, from 0, with an index 0; -1 for none, or if the index base is 1. */
  public long zeroRow() {
    return zeroRow;
  }

  /** Returns the file of {@link #zeroRow}; null when there is none. */
  public String zeroPath() {
    return zeroPath;
  }

  /** Returns the offset of {@link #zeroRow} in its file, in bytes. */
  public long zeroOffset() {
    return zeroOffset;
  }

  /** Returns the sum of all labels. */
  public double labelSum() {
    return labelSum;
  }

  /** Returns the number of labels of all rows, if a row may have several; else 0. */
  public long labelEntries() {
    return labelEntries;
  }

  /** Returns the largest label id plus 1, if a row may have several labels; else 0. */
  public long labelColumns() {
    return labelColumns;
  }

  /** Returns the sum of all values. */
  public double valueSum() {
    return valueSum;
  }

  /** Returns the number of rows that have a weight. */
  public long weightedRows() {
    return weightedRows;
  }

  /** Returns the number of rows that have a query id. */
  public long groupedRows() {
    return groupedRows;
  }

  /** Returns the number of runs of rows with the same query id; 0 when no row has one. */
  public long groups() {
    return groups;
  }

  /** Returns the number of entries without a value; it is 1 then. */
  public long bareEntries() {
    return bareEntries;
  }

  /**
   * Returns the rule that the rows of several segments violate together, while no segment violates
   * it; null when there is none.
   */
  public String conflict() {
    return conflict;
  }

  /** Returns the range of labels, and how often each occurs. */
  public LabelCounts labels() {
    return labels;
  }

  /** Returns for each segment, in order, the rows of each of its ranges. */
  public List<long[]> rangeRows() {
    return rangeRows;
  }

  /** Returns how often rules of strict reading were violated, by title. */
  public Map<String, Long> faults() {
    return brokenBy(broken, rule -> !rule.isNote());
  }

  /** Returns how often rules that are only noted were violated, by title. */
  public Map<String, Long> notes() {
    return brokenBy(broken, ParseRule::isNote);
  }

  /** Returns the counts of some rules, by title. */
  @InterfaceAudience.Private
  public static Map<String, Long> brokenBy(Map<String, Long> broken, Predicate<ParseRule> wanted) {
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
   * Returns the number of columns when the first index is {@code base}: the number that rows state,
   * else as many as the largest index needs, 0 without entries.
   */
  public BigInteger columns(int base) {
    if (declaredColumns >= 0) {
      return BigInteger.valueOf(declaredColumns);
    }
    BigInteger dropped = BigInteger.valueOf(droppedColumns); // the matrix is as wide as with them
    BigInteger all = nnz == 0 ? dropped : dropped.max(maxIndex.add(BigInteger.ONE));
    return all.signum() == 0 ? all : all.subtract(BigInteger.valueOf(base));
  }

  /** Whether text of this kind can have {@code base} as its first index, and first field. */
  public boolean fits(int base) {
    BigInteger first = BigInteger.valueOf(base);
    return (minIndex == null || minIndex.compareTo(first) >= 0)
        && (minField == null || minField.compareTo(first) >= 0);
  }
}
