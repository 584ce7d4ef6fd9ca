// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.row.RowNotes;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import dev.recordio.sparse.text.LineParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * What was found in all segments, put together in their order; rows of a segment that differ from
 * the rows of earlier ones (with and without weights, with and without query ids, and so on) are
 * detected. Within a segment the parser detects this.
 */
public final class InputFindings {
  private final ParseMode mode;
  private final boolean refusesLaterWeights;
  private final int mostFaults;
  private final RowTraits traits = new RowTraits();
  private final RowNotes notes;
  private final List<RowFault> faults = new ArrayList<>();
  private final Map<String, Long> broken = new TreeMap<>();
  private String firstPath;
  private String totalsPath; // the file whose first line has the numbers of rows, and so on
  private long firstOffset;
  private long lines;
  private long linesBefore; // the next range, in the file of the last one

  /**
   * Begins without segments.
   *
   * @param settings how the rows are read
   * @param listed how many broken rules are wanted with their places, and are no errors; or 0
   */
  public InputFindings(TextSettings settings, int listed) {
    mode = settings.mode();
    refusesLaterWeights = settings.refusesLaterWeights() && listed == 0;
    notes = new RowNotes(settings.format());
    mostFaults = listed == 0 ? LineParser.MAX_FAULTS : listed;
  }

  /**
   * Adds the next segment. Where rows have their number of columns with them, a different one is an
   * error in every mode.
   *
   * @throws MalformedRecordException in strict mode, when the rows differ from those before; in any
   *     mode, when their shapes do
   */
  public void add(SegmentFindings next) throws MalformedRecordException {
    RowTraits own = RowTraits.ofCounts(next.traits());
    check(own, next);
    next.broken().forEach((rule, count) -> broken.merge(rule, count, Long::sum));
    long again = next.queries() == null ? 0 : traits.addQueries(next.queries());
    if (again > 0) {
      broken.merge(ParseRule.QID_RETURNS.title(), again, Long::sum);
      notes.first(ParseRule.QID_RETURNS.title(), next.path(), next.offset(), -1);
    }
    next.doubts().forEach(d -> notes.first(d.rule(), d.path(), d.offset(), d.line()));
    notes.add(own);
    addFaults(next);
  }

  private void check(RowTraits own, SegmentFindings next) throws MalformedRecordException {
    long columns = traits.columns();
    boolean refused = refusesLaterWeights && traits.addsWeights(own);
    if (own.totals() != null) {
      if (traits.rows() > 0 || traits.totals() != null) {
        String expected = ParseRule.COUNTS_LINE.expected();
        throw totalsFault(next.path(), expected + ": the first file alone has it", own.totals());
      }
      totalsPath = next.path();
    }
    traits.add(own);
    String first = "offset " + firstOffset + " of " + firstPath;
    if (!traits.hasSameColumns()) {
      throw new MalformedRecordException(
          "shape that differs",
          next.path(),
          next.offset(),
          -1,
          "the shape of the records after " + first + ", " + columns,
          own.columns() + " after this offset");
    }
    ParseRule rule = traits.conflict();
    boolean isNew = mode == ParseMode.STRICT && own.conflict() == null;
    if (rule != null && (isNew || refused)) {
      throw new MalformedRecordException(
          rule.title(),
          next.path(),
          next.offset(),
          -1,
          rule.expected() + (refused ? " (--labels first fills in what is missing)" : ""),
          "rows after this offset that differ from the rows after " + first);
    }
    if (firstPath == null && own.rows() > 0) {
      firstPath = next.path();
      firstOffset = next.offset();
    }
  }

  /**
   * Adds faults, whose lines count from the start of a range, with lines of their files. Only the
   * first range of a segment may be in the middle of its file: the last one before it was of that
   * file.
   */
  private void addFaults(SegmentFindings next) {
    int ranges = next.rangeLines().length;
    boolean goesOn = next.offset() > 0;
    next.faults().stream()
        .limit(mostFaults - faults.size())
        .map(f -> goesOn && f.path().equals(next.path()) ? f.after(linesBefore) : f)
        .forEach(faults::add);
    if (ranges > 0) {
      linesBefore = next.rangeLines()[ranges - 1] + (goesOn && ranges == 1 ? linesBefore : 0);
    }
    lines += LongStream.of(next.rangeLines()).sum();
  }

  /**
   * Checks the numbers that the first line of the input says, if it does.
   *
   * @param columns that occur, up to the largest
   * @param labels that occur, up to the largest
   * @throws MalformedRecordException when it has other rows, or fewer columns or labels
   */
  public void checkTotals(long columns, long labels) throws MalformedRecordException {
    long[] said = traits.totals();
    if (said == null) {
      return;
    }
    long rows = traits.rows() + broken.getOrDefault(ParseRule.BAD_LABEL.title(), 0L);
    if (rows != said[0] || columns > said[1] || labels > said[2]) {
      String expected =
          rows == said[0] ? "at least %2$d features and %3$d labels" : "the number of rows, %d";
      throw totalsFault(totalsPath, expected.formatted(rows, columns, labels), said);
    }
  }

  private static MalformedRecordException totalsFault(String path, String expected, long[] said) {
    String found = "\"" + said[0] + " " + said[1] + " " + said[2] + "\"";
    return new MalformedRecordException(ParseRule.COUNTS_LINE.title(), path, 0, 1, expected, found);
  }

  /** Returns the traits of all rows. */
  public RowTraits traits() {
    return traits;
  }

  /** Returns the number of lines. */
  public long lines() {
    return lines;
  }

  /** Returns how often each rule was violated, by title. */
  public Map<String, Long> broken() {
    return broken;
  }

  /** Returns the first broken rules, with lines of their files. */
  public List<RowFault> faults() {
    return faults;
  }

  /** Returns what is said of rows that probably mean something else than they are read as. */
  public List<String> notes() {
    for (ParseRule rule : ParseRule.values()) {
      notes.count(rule, broken.getOrDefault(rule.title(), 0L));
    }
    return notes.texts();
  }
}
