// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.stats;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.segment.LabelCounts;
import dev.recordio.jobs.segment.TraitsCheck;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Merges the statistics of segments, in segment order. */
final class StatsMerge {
  private final TraitsCheck alike;
  private final LabelCounts labels = new LabelCounts();
  private final Map<String, Long> broken = new TreeMap<>();
  private final List<long[]> rangeRows = new ArrayList<>();
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
  private double valueSum;
  private long groups;
  private long lastQid;

  StatsMerge(ParseMode mode) {
    alike = new TraitsCheck(mode);
  }

  /**
   * Adds the next segment.
   *
   * @throws MalformedRecordException in strict mode, when its rows differ from those before
   */
  void add(SegmentStats next) throws MalformedRecordException {
    alike.add(RowTraits.ofCounts(next.traits()), next.path(), next.offset());
    if (next.rows() > 0) {
      groups += next.groups() - (rows > 0 && next.firstQid() == lastQid ? 1 : 0);
      lastQid = next.lastQid();
    }
    if (zeroRow < 0 && next.zeroRow() >= 0) {
      zeroRow = rows + next.zeroRow();
      zeroPath = next.zeroPath();
      zeroOffset = next.zeroOffset();
    }
    rows += next.rows();
    lines += next.lines();
    nnz += next.nnz();
    minIndex = smaller(minIndex, next.minIndex());
    maxIndex = larger(maxIndex, next.maxIndex());
    minField = smaller(minField, next.minField());
    labelSum += next.labelSum();
    valueSum += next.valueSum();
    next.broken().forEach((rule, count) -> broken.merge(rule, count, Long::sum));
    labels.add(next.labels());
    rangeRows.add(next.rangeRows());
  }

  private static BigInteger smaller(BigInteger a, BigInteger b) {
    return a == null || b == null ? either(a, b) : a.min(b);
  }

  private static BigInteger larger(BigInteger a, BigInteger b) {
    return a == null || b == null ? either(a, b) : a.max(b);
  }

  private static BigInteger either(BigInteger a, BigInteger b) {
    return a == null ? b : a;
  }

  /** Returns the statistics of all segments. */
  InputStats build() {
    RowTraits traits = alike.traits();
    ParseRule conflict = traits.conflict();
    return new InputStats(
        rows,
        lines,
        nnz,
        minIndex,
        maxIndex,
        minField,
        zeroRow,
        zeroPath,
        zeroOffset,
        labelSum,
        valueSum,
        traits.weighted(),
        traits.grouped(),
        traits.grouped() > 0 ? groups : 0,
        traits.bare(),
        broken,
        conflict == null || broken.containsKey(conflict.title()) ? null : conflict.title(),
        traits.columns(),
        labels,
        rangeRows);
  }
}
