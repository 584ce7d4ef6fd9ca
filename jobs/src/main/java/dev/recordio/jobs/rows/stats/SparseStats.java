// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowReader;
import dev.recordio.jobs.rows.LabelCounts;
import dev.recordio.jobs.rows.RowFault;
import dev.recordio.jobs.rows.Segment;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Computes the statistics of the rows of one segment, block by block. */
final class SparseStats {
  private final int base;
  private final long[] rangeRows;
  private final LabelCounts labels = new LabelCounts();
  private long rows;
  private long nnz;
  private long minIndex = -1; // unsigned: the largest
  private long maxIndex;
  private int minField = -1; // unsigned: the largest
  private boolean hasField;
  private long zeroRow = -1;
  private int zeroRange;
  private long zeroOffset;
  private double labelSum;
  private double valueSum;
  private long groups;
  private long firstQid;
  private long lastQid;

  /**
   * Makes statistics without rows.
   *
   * @param ranges how many ranges the segment has
   * @param base what was subtracted from the indices as they were read, 0 or 1
   */
  SparseStats(int ranges, int base) {
    this.base = base;
    rangeRows = new long[ranges];
  }

  /**
   * Adds the rows of the next block.
   *
   * @param range the segment's range that has them
   */
  void add(CsrBlock block, int range) {
    addRows(block);
    addEntries(block, range);
    if (block.hasField()) {
      addFields(block);
    }
    rangeRows[range] += block.rows();
    rows += block.rows();
    nnz += block.entries();
  }

  private void addRows(CsrBlock block) {
    labels.add(block, 0, block.rows());
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

  private void addEntries(CsrBlock block, int range) {
    float[] values = block.values();
    int entries = block.entries();
    for (int i = 0; i < entries; i++) {
      valueSum += values[i];
    }
    long least = minIndex;
    if (block.isWide()) {
      addWideIndices(block.wideIndices(), entries);
    } else {
      addIndices(block.indices(), entries);
    }
    if (base == 0 && minIndex == 0 && least != 0) {
      int row = rowOfZero(block);
      zeroRow = rows + row;
      zeroOffset = block.positions()[row];
      zeroRange = range;
    }
  }

  /** No index of an {@code int[]} is negative; the loop is one that becomes vector instructions. */
  private void addIndices(int[] indices, int count) {
    if (count == 0) {
      return;
    }
    int least = Integer.MAX_VALUE;
    int largest = 0;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, indices[i]);
      largest = Math.max(largest, indices[i]);
    }
    minIndex = Long.compareUnsigned(least, minIndex) < 0 ? least : minIndex;
    maxIndex = Long.compareUnsigned(largest, maxIndex) > 0 ? largest : maxIndex;
  }

  private void addWideIndices(long[] indices, int count) {
    for (int i = 0; i < count; i++) {
      minIndex = Long.compareUnsigned(indices[i], minIndex) < 0 ? indices[i] : minIndex;
      maxIndex = Long.compareUnsigned(indices[i], maxIndex) > 0 ? indices[i] : maxIndex;
    }
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

  private void addFields(CsrBlock block) {
    hasField = true;
    int[] fields = block.fields();
    for (int i = 0; i < block.entries(); i++) {
      minField = Integer.compareUnsigned(fields[i], minField) < 0 ? fields[i] : minField;
    }
  }

  /** Returns the statistics, with the counts of the rows' reader and what a visitor returned. */
  SegmentStats result(Segment segment, RowReader reader, byte[] profile) {
    var lines = new long[rangeRows.length];
    for (int range = 0; range < lines.length; range++) {
      lines[range] = reader.lines(range);
    }
    return result(
        segment,
        lines,
        reader.traits(),
        reader.counters(),
        reader.faults(),
        reader.doubts(),
        profile);
  }

  /** Returns the statistics, with what the rows' parser has found and what a visitor returned. */
  SegmentStats result(
      Segment segment,
      long[] lines,
      RowTraits traits,
      ParseCounters counters,
      List<MalformedRecordException> faults,
      List<MalformedRecordException> doubts,
      byte[] profile) {
    InputRange first = segment.ranges().isEmpty() ? null : segment.ranges().get(0);
    return new SegmentStats(
        segment.number(),
        first == null ? null : first.path().toString(),
        first == null ? 0 : first.start(),
        LongStream.of(lines).sum(),
        lines,
        rangeRows,
        nnz,
        nnz == 0 ? null : asWritten(minIndex),
        nnz == 0 ? null : asWritten(maxIndex),
        hasField ? asWritten(Integer.toUnsignedLong(minField)) : null,
        zeroRow,
        zeroRow < 0 ? null : segment.ranges().get(zeroRange).path().toString(),
        zeroOffset,
        labelSum,
        valueSum,
        groups,
        firstQid,
        lastQid,
        traits.counts(),
        traits.queries(),
        byTitle(counters),
        RowFault.of(faults),
        RowFault.of(doubts),
        labels,
        profile);
  }

  private BigInteger asWritten(long index) {
    return new BigInteger(Long.toUnsignedString(index)).add(BigInteger.valueOf(base));
  }

  private static Map<String, Long> byTitle(ParseCounters counters) {
    var counts = new TreeMap<String, Long>();
    for (ParseRule rule : ParseRule.values()) {
      if (counters.get(rule) > 0) {
        counts.put(rule.title(), counters.get(rule));
      }
    }
    return counts;
  }
}
