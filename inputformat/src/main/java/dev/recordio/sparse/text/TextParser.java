// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import dev.recordio.sparse.number.FloatScaling;
import dev.recordio.sparse.number.NumberParser;
import java.util.ArrayList;
import java.util.List;

/**
 * The walk over lines that all parsers share, and how they handle broken rules. During the walk a
 * line feed is put after the text, so that every loop over bytes ends at a line end and none needs
 * to check for the end of the text.
 */
abstract class TextParser implements LineParser {
  private final ParseMode mode;
  private final ParseCounters counters = new ParseCounters();
  private final List<MalformedRecordException> faults = new ArrayList<>();
  private final List<MalformedRecordException> doubts = new ArrayList<>();
  private int mostFaults = MAX_FAULTS;
  private long lastQid;
  private boolean goesOn; // after a broken rule, in any mode
  final NumberParser numbers = new NumberParser();
  final RowTraits traits = new RowTraits();

  private byte[] text;
  private int end;
  private long origin;
  private long line;
  private int rowsBefore;
  private byte[] copy = {};

  TextParser(ParseMode mode) {
    this.mode = mode;
  }

  @Override
  public final long parse(
      byte[] bytes, int from, int to, long fileOffset, long firstLine, CsrBlock out)
      throws MalformedRecordException {
    if (from == to) {
      return 0;
    }
    if (bytes.length - to < SLACK) {
      int size = to - from;
      copy = copy.length < size + SLACK ? new byte[size + SLACK] : copy;
      System.arraycopy(bytes, from, copy, 0, size);
      return walk(copy, 0, size, fileOffset, firstLine, out);
    }
    return walk(bytes, from, to, fileOffset, firstLine, out);
  }

  private long walk(byte[] b, int from, int to, long fileOffset, long firstLine, CsrBlock out)
      throws MalformedRecordException {
    text = b;
    end = to;
    origin = fileOffset - from;
    line = firstLine;
    byte saved = b[to];
    b[to] = '\n';
    try {
      int p = fileOffset == 0 && startsWithMark(b, from) ? from + 3 : from;
      begin(p, fileOffset == 0);
      while (p < to) {
        rowsBefore = out.rows();
        int lineEnd = line(b, p, out);
        if (out.rows() > rowsBefore) {
          out.setPosition(offset(p));
        }
        p = nextLine(b, lineEnd);
        line++;
      }
      finish(out);
    } catch (MalformedRecordException e) {
      while (out.rows() > rowsBefore) {
        out.dropRow();
      }
      throw e;
    } finally {
      b[to] = saved;
      text = null;
    }
    return line - firstLine;
  }

  static boolean startsWithMark(byte[] b, int p) {
    return b[p] == (byte) 0xEF && b[p + 1] == (byte) 0xBB && b[p + 2] == (byte) 0xBF;
  }

  /** The index after the line end that is at an index. */
  final int nextLine(byte[] b, int at) {
    return at + (b[at] == '\r' && b[at + 1] == '\n' && at + 1 < end ? 2 : 1);
  }

  /** Called before the first line of a text, which may be the first of a file. */
  void begin(int from, boolean fileStart) {}

  /** Called after the last line of a text. */
  void finish(CsrBlock out) throws MalformedRecordException {}

  /**
   * Reads one line.
   *
   * @param p its first byte
   * @return the index of the CR or LF that ends it
   */
  abstract int line(byte[] b, int p, CsrBlock out) throws MalformedRecordException;

  @Override
  public final ParseCounters counters() {
    return counters;
  }

  @Override
  public final void keepFaults(int most) {
    mostFaults = most;
    goesOn = true;
  }

  @Override
  public final List<MalformedRecordException> faults() {
    return faults;
  }

  @Override
  public final List<MalformedRecordException> doubts() {
    return doubts;
  }

  @Override
  public final RowTraits traits() {
    return traits;
  }

  /** The offset in the file of a byte of the text. */
  final long offset(int at) {
    return origin + at;
  }

  /** The index after the last byte of the text. */
  final int end() {
    return end;
  }

  /** A rule is broken by the token at an index. */
  final void fault(ParseRule rule, int at) throws MalformedRecordException {
    fault(rule, at, tokenEnd(text, at), rule.expected(), rule.isFatal());
  }

  /**
   * A rule is broken by the text at an index.
   *
   * @param to where that text ends
   * @param fatal whether that is an error in {@link ParseMode#LENIENT} too
   */
  final void fault(ParseRule rule, int at, int to, String expected, boolean fatal)
      throws MalformedRecordException {
    if (!goesOn && (mode == ParseMode.STRICT || fatal)) {
      throw malformed(rule.title(), at, to, expected);
    }
    counters.increment(rule);
    if (faults.size() < mostFaults) {
      faults.add(malformed(rule.title(), at, to, expected));
    }
    if (rule.isDoubt()) {
      keepFirst(rule, at);
    }
  }

  final void note(ParseRule rule) {
    counters.increment(rule);
  }

  /** The text at an index probably means something else than it is read as. */
  final void doubt(ParseRule rule, int at) {
    counters.increment(rule);
    keepFirst(rule, at);
  }

  private void keepFirst(ParseRule rule, int at) {
    if (counters.get(rule) == 1) {
      doubts.add(malformed(rule.title(), at, tokenEnd(text, at), rule.expected()));
    }
  }

  /** Notes the query of a row, before the row is counted: whether it descends, or returns. */
  final void query(long id, int at) {
    if (traits.grouped() > 0 && id == lastQid) {
      return;
    }
    if (traits.grouped() > 0 && Long.compareUnsigned(id, lastQid) < 0) {
      note(ParseRule.QID_DESCENDS);
    }
    lastQid = id;
    if (traits.query(id)) {
      doubt(ParseRule.QID_RETURNS, at);
    }
  }

  /** Notes a weight below 0, and returns it. */
  final float noteWeight(float weight) {
    if (weight < 0) {
      note(ParseRule.NEGATIVE_WEIGHT);
    }
    return weight;
  }

  /** Whether something may have to be noted about a number: seldom. */
  static boolean isExtreme(float number) {
    int magnitude = Float.floatToRawIntBits(number) & 0x7FFFFFFF;
    return Integer.compareUnsigned(magnitude - 1, NumberNotes.EXACT - 1) >= 0;
  }

  /**
   * Notes a number that {@link #isExtreme} if it is infinite, not a number, or 0 for lack of range;
   * or an integer that is rounded.
   *
   * @param from where its text begins
   * @param to where its text ends
   */
  final void noteExtreme(byte[] b, int from, int to, float number) {
    int magnitude = Float.floatToRawIntBits(number) & 0x7FFFFFFF;
    ParseRule rule = NumberNotes.of(b, from, magnitude);
    if (rule != null) {
      note(rule);
    } else {
      noteRounded(b, from, to, number);
    }
  }

  /** Whether a number may be an integer that is rounded. */
  static boolean isLarge(float number) {
    return Math.abs(number) >= 1 << 24;
  }

  /** Notes an integer that is rounded. */
  final void noteRounded(byte[] b, int from, int to, float number) {
    if (isLarge(number) && Float.isFinite(number) && NumberParser.isRounded(b, from, to, number)) {
      doubt(ParseRule.INTEGER_ROUNDED, from);
    }
  }

  /** Keeps a label as a double if the block does, and notes an integer that is rounded if not. */
  final void keepExact(byte[] b, int from, int to, float label, CsrBlock out) {
    if (out.hasExactLabels()) {
      out.setExactLabel(NumberParser.exact(b, from, to, label));
    } else {
      noteRounded(b, from, to, label);
    }
  }

  final MalformedRecordException malformed(String what, int at, String expected) {
    return malformed(what, at, tokenEnd(text, at), expected);
  }

  private MalformedRecordException malformed(String what, int at, int to, String expected) {
    return new MalformedRecordException(what, null, offset(at), line, expected, found(at, to));
  }

  /** Shows text, and says what only an old program would have written. */
  private String found(int from, int to) {
    if (from >= end || isLineEnd(text[from])) {
      return "the end of the line";
    }
    if (to == from) {
      return "an empty cell";
    }
    int p = text[from] == '-' || text[from] == '+' ? from + 1 : from;
    boolean old = p + 2 < to && isMicrosoft(text, p + 2);
    return Excerpt.of(text, from, to)
        + (old ? ", infinity or NaN as old Microsoft compilers write them" : "");
  }

  /**
   * Whether the {@code #} at an index is in what Microsoft's C library wrote for infinity and NaN
   * up to 2013: {@code 1.#INF}, {@code -1.#IND}, {@code 1.#QNAN}, rounded {@code 1.#J}.
   */
  static boolean isMicrosoft(byte[] b, int at) {
    return b[at] == '#'
        && at >= 2
        && b[at - 1] == '.'
        && b[at - 2] == '1'
        && b[at + 1] >= 'A'
        && b[at + 1] <= 'Z';
  }

  /** Whether a number may end before the byte at an index. */
  static boolean endsNumber(byte[] b, int at) {
    int c = b[at];
    return isBlank(c) || isLineEnd(c) || c == '#' && !isMicrosoft(b, at);
  }

  static boolean isBlank(int c) {
    return c == ' ' || c == '\t';
  }

  static boolean isLineEnd(int c) {
    return c == '\n' || c == '\r';
  }

  /** The index of the first byte at or after an index that is no blank. */
  static int skipBlanks(byte[] b, int from) {
    int p = from;
    while (isBlank(b[p])) {
      p++;
    }
    return p;
  }

  /** The index of the first blank or line end at or after an index. */
  static int tokenEnd(byte[] b, int from) {
    int p = from;
    while (!isBlank(b[p]) && !isLineEnd(b[p])) {
      p++;
    }
    return p;
  }

  /** The index of the first line end at or after an index. */
  static int lineEnd(byte[] b, int from) {
    int p = from;
    while (!isLineEnd(b[p])) {
      p++;
    }
    return p;
  }

  /** Finds why a value is infinite, not a number, or 0. */
  static final class NumberNotes {
    /** The bits of 2^24: positive floats below are noted only if they are 0. */
    static final int EXACT = 0x4B800000;

    private NumberNotes() {}

    /**
     * Returns the note about a number, or null.
     *
     * @param at where its text begins
     * @param magnitude the bits of its value without the sign
     */
    static ParseRule of(byte[] b, int at, int magnitude) {
      int p = b[at] == '-' || b[at] == '+' ? at + 1 : at;
      boolean written = NumberParser.isDigit(b[p]) || b[p] == '.';
      if (magnitude >= FloatScaling.INFINITY) {
        return written ? ParseRule.VALUE_OVERFLOW : ParseRule.VALUE_NOT_FINITE;
      }
      if (magnitude != 0) {
        return null;
      }
      while (b[p] == '0' || b[p] == '.') {
        p++;
      }
      return NumberParser.isDigit(b[p]) ? ParseRule.VALUE_UNDERFLOW : null;
    }
  }
}
