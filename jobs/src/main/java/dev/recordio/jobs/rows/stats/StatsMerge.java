// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.row.RowNotes;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.rows.LabelCounts;
import dev.recordio.jobs.rows.RowFault;
import dev.recordio.jobs.rows.TraitsCheck;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import dev.recordio.sparse.text.LineParser;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Merges the statistics of segments, in segment order. */
final class StatsMerge {
  private final TraitsCheck alike;
  private final RowNotes notes;
  private final int mostFaults;
  private final List<RowFault> faults = new ArrayList<>();
  private long linesBefore; // the next range, in the file of the last one
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

  /**
   * Makes statistics without rows.
   *
   * @param settings how the rows are read
   * @param listed how many broken rules are wanted with their places, and are no errors; or 0
   */
  StatsMerge(TextSettings settings, int listed) {
    alike = new TraitsCheck(settings.mode(), settings.refusesLaterWeights() && listed == 0);
    notes = new RowNotes(settings.format());
    mostFaults = listed == 0 ? LineParser.MAX_FAULTS : listed;
  }

  /**
   * Adds the next segment.
   *
   * @throws MalformedRecordException in strict mode, when its rows differ from those before
   */
  void add(SegmentStats next) throws MalformedRecordException {
    RowTraits traits = RowTraits.ofCounts(next.traits());
    alike.add(traits, next.path(), next.offset());
    long again = alike.addQueries(next.queries());
    if (again > 0) {
      broken.merge(ParseRule.QID_RETURNS.title(), again, Long::sum);
      notes.first(ParseRule.QID_RETURNS.title(), next.path(), next.offset(), -1);
    }
    next.doubts().forEach(d -> notes.first(d.rule(), d.path(), d.offset(), d.line()));
    notes.add(traits);
    addFaults(next);
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

  /**
   * Adds faults, whose lines count from the start of a range, with lines of their files. Only the
   * first range of a segment may be in the middle of its file: the last one before it was of that
   * file.
   */
  private void addFaults(SegmentStats next) {
    int ranges = next.rangeLines().length;
    boolean goesOn = next.offset() > 0;
    next.faults().stream()
        .limit(mostFaults - faults.size())
        .map(f -> goesOn && f.path().equals(next.path()) ? f.after(linesBefore) : f)
        .forEach(faults::add);
    if (ranges > 0) {
      linesBefore = next.rangeLines()[ranges - 1] + (goesOn && ranges == 1 ? linesBefore : 0);
    }
  }

  /** Returns the first broken rules of all segments. */
  List<RowFault> faults() {
    return faults;
  }

  /** Returns what is said of rows that probably mean something else than they are read as. */
  List<String> notes() {
    for (ParseRule rule : ParseRule.values()) {
      notes.count(rule, broken.getOrDefault(rule.title(), 0L));
    }
    return notes.texts();
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
