// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static dev.recordio.sparse.number.NumberParser.isDigit;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import dev.recordio.sparse.number.NumberParser;

/**
 * What LibSVM and LibFM lines have in common: the label with its weight, comments, values after a
 * colon, and the checks of indices.
 */
abstract class PairParser extends TextParser {
  private static final int NO_KIND = 0;
  private static final int VALUED = 1;
  private static final int BARE = 2;
  private static final String NO_FEATURE =
      ParseRule.BAD_LABEL.expected() + " (libsvm.labels=none reads rows without)";

  final int base;
  private final long limit;

  /** What is said of labels; null when nothing is. */
  private final Labels labels;

  private final LabelIds ids;

  /** Whether no row of the file has been read, of whose first line something is known. */
  private boolean first;

  /** Whether the first feature of all had a value. */
  private int kind = NO_KIND;

  private int bare;
  private int label;
  private boolean hasWeight;
  private float value;

  PairParser(TextOptions options) {
    super(options.mode());
    base = options.base();
    labels = Labels.of(options.arguments());
    ids = new LabelIds(options.arguments());
    long last = -1L - base;
    limit = Long.compareUnsigned(options.maxIndex(), last) < 0 ? options.maxIndex() : last;
  }

  @Override
  public final void follow(RowTraits before) {
    super.follow(before);
    kind = before.valued() > 0 ? VALUED : before.bare() > 0 ? BARE : NO_KIND;
  }

  @Override
  final void begin(int from, boolean fileStart) {
    first |= fileStart;
  }

  @Override
  final int line(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
    int p = skipBlanks(b, from);
    if (labels == Labels.ALL && first) {
      first = false;
      long[] totals = LabelIds.totals(b, p);
      if (totals != null && traits.rows() == 0 && traits.setTotals(totals)) {
        return lineEnd(b, p);
      } else if (totals != null) {
        fault(ParseRule.COUNTS_LINE, p, lineEnd(b, p), ParseRule.COUNTS_LINE.expected(), false);
      }
    }
    if (isLineEnd(b[p])) {
      if (labels == Labels.NONE || labels == Labels.ALL) {
        doubt(ParseRule.BLANK_LINE, p);
      }
      return p;
    }
    if (b[p] == '#') {
      return lineEnd(b, p);
    }
    if (first) {
      first = false;
      if (isCounts(b, p)) {
        fault(ParseRule.COUNTS_LINE, p, lineEnd(b, p), ParseRule.COUNTS_LINE.expected(), false);
      }
    }
    bare = 0;
    hasWeight = false;
    label = p;
    if (labels == Labels.NONE) {
      out.addRow(0);
      return row(b, p, out);
    }
    p = labels == Labels.ALL ? labelIds(b, from, p, out) : labelAndWeight(b, p, out);
    if (p < 0) {
      return lineEnd(b, label);
    }
    if (traits.weightDiffers(hasWeight)) {
      mixedWeights(b);
    }
    if (hasWeight && labels == null) {
      doubt(ParseRule.LABEL_WEIGHT, label);
    }
    return row(b, p, out);
  }

  /**
   * A row has a weight, and the first row has none, or the other way round. Lenient reading fills
   * in a missing weight; but what looks like the first one may be a feature of a row without a
   * label.
   */
  private void mixedWeights(byte[] b) throws MalformedRecordException {
    boolean unsure = hasWeight && labels == null;
    fault(
        ParseRule.MIXED_WEIGHTS,
        label,
        tokenEnd(b, label),
        ParseRule.MIXED_WEIGHTS.expected()
            + (unsure
                ? ": the rows before have no weight (libsvm.labels=first makes this a label and"
                    + " a weight)"
                : ""),
        unsure);
  }

  /**
   * Whether the first line of a file is two or three integers alone, as the number of rows, of
   * features and of labels, and the next line has pairs or several labels. It is not noticed when
   * the text ends between them.
   */
  private boolean isCounts(byte[] b, int from) {
    int p = from;
    int numbers = 0;
    for (; isDigit(b[p]); p = skipBlanks(b, p)) {
      while (isDigit(b[p])) {
        p++;
      }
      if (!isBlank(b[p]) && !isLineEnd(b[p])) {
        return false;
      }
      numbers++;
    }
    if (!isLineEnd(b[p]) || numbers < 2 || numbers > 3) {
      return false;
    }
    while (p < end() && (isBlank(b[p]) || isLineEnd(b[p]))) {
      p++;
    }
    while (p < end() && !isLineEnd(b[p]) && b[p] != '#') {
      if (b[p] == ':' || b[p] == ',') {
        return true;
      }
      p++;
    }
    return false;
  }

  /**
   * Reads what follows label and weight.
   *
   * @return the index of the line's end
   */
  abstract int row(byte[] b, int p, CsrBlock out) throws MalformedRecordException;

  /** Begins a row with its label ids, unless its first token is a feature, or the query id. */
  private int labelIds(byte[] b, int lineBegin, int from, CsrBlock out)
      throws MalformedRecordException {
    out.addRow(0);
    int end = from;
    boolean hasComma = false;
    for (; !endsNumber(b[end]) && b[end] != ':'; end++) {
      hasComma |= b[end] == ',';
    }
    boolean hasColon = b[skipBlanks(b, end)] == ':';
    if (hasColon && !hasComma) {
      return from;
    }
    String expected =
        hasColon
            ? "label ids alone: they have no values"
            : from > lineBegin && !hasComma
                ? "label ids where the line begins, or a feature with a value"
                : ids.read(b, from, end, out.labelSets());
    if (expected != null) {
      out.dropRow();
      fault(ParseRule.BAD_LABEL, from, tokenEnd(b, from), expected, false);
      return -1;
    }
    return end;
  }

  private int labelAndWeight(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
    int p = numbers.parse(b, from);
    if (p < 0 || !endsNumber(b, p) && b[p] != ':' && b[p] != ',') {
      fault(ParseRule.BAD_LABEL, from);
      return -1;
    }
    float read = numbers.value();
    out.addRow(read);
    if (p - from > NumberParser.FLOAT_DIGITS || out.hasExactLabels()) {
      keepExact(b, from, p, read, out);
    }
    if (b[p] == ',') {
      fault(ParseRule.SEVERAL_LABELS, from);
      p = tokenEnd(b, p);
    }
    if (!Float.isFinite(read)) {
      fault(ParseRule.LABEL_NOT_FINITE, from);
    }
    int colon = skipBlanks(b, p);
    return b[colon] == ':' ? weight(b, colon + 1, out) : colon;
  }

  private int weight(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
    hasWeight = true;
    int at = skipBlanks(b, from);
    int p = numbers.parse(b, at);
    if (p >= 0 && endsNumber(b, p) && Float.isFinite(numbers.value())) {
      if (p - at > NumberParser.FLOAT_DIGITS) {
        noteRounded(b, at, p, numbers.value());
      }
      out.setWeight(noteWeight(numbers.value()));
      return p;
    }
    if (p >= 0 && b[p] == ':' && at == from) { // a:b:c is a feature of LibFM
      out.dropRow();
      fault(ParseRule.BAD_LABEL, label, tokenEnd(b, label), NO_FEATURE, false);
      return -1;
    }
    fault(ParseRule.BAD_WEIGHT, at);
    out.setWeight(1);
    boolean feature = at > from && p >= 0 && b[p] == ':';
    return feature || isLineEnd(b[at]) ? at : tokenEnd(b, at);
  }

  /** The row has been read: counts it and compares it with the first one. */
  final void endRow(boolean hasQid, int entries) throws MalformedRecordException {
    if (traits.qidDiffers(hasQid)) {
      fault(ParseRule.MIXED_QIDS, label);
    }
    traits.row(hasWeight, hasQid, entries - bare, bare);
  }

  /** Whether a byte may be right after a number. */
  static boolean endsNumber(int c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '#';
  }

  /** Whether the first feature of all had a value. */
  final boolean isValued() {
    return kind == VALUED;
  }

  /** A feature without a value begins at an index. */
  final void bare(int at) throws MalformedRecordException {
    bare++;
    if (kind != BARE) {
      mixedKind(BARE, at);
    }
  }

  private void mixedKind(int here, int at) throws MalformedRecordException {
    if (kind == NO_KIND) {
      kind = here;
    } else {
      fault(ParseRule.MIXED_VALUES, at);
    }
  }

  /**
   * Reads the value after a colon; {@link #value} gives it.
   *
   * @param feature where the feature begins
   * @param from the index after the colon
   * @return the index after the value; complemented when there is none, and reading continues there
   */
  final int value(byte[] b, int feature, int from) throws MalformedRecordException {
    int c = b[from];
    int p;
    if (isDigit(c) && endsNumber(b[from + 1])) {
      value = c - '0'; // by far the most common value is 1
      p = from + 1;
    } else {
      int at = isBlank(c) ? skipBlanks(b, from) : from;
      p = numbers.parse(b, at);
      if (p < 0 || !endsNumber(b, p) || at > from && b[skipBlanks(b, p)] == ':') {
        return ~noValue(b, feature, from, at, p);
      }
      value = numbers.value();
      if (isExtreme(value)) {
        noteExtreme(b, at, p, value);
      }
    }
    if (kind != VALUED) {
      mixedKind(VALUED, feature);
    }
    return p;
  }

  /** The value that was read last. */
  final float value() {
    return value;
  }

  private int noValue(byte[] b, int feature, int colon, int at, int numberEnd)
      throws MalformedRecordException {
    if (endsNumber(b[at])) {
      fault(ParseRule.MISSING_VALUE, feature);
      return at;
    }
    if (at > colon && numberEnd > 0 && b[skipBlanks(b, numberEnd)] == ':') {
      fault(ParseRule.MISSING_VALUE, feature); // the number is the next feature's index
      return at;
    }
    fault(ParseRule.BAD_VALUE, at);
    return tokenEnd(b, at);
  }

  /**
   * Reports a feature with an index, or field, that is out of range, if it is one at all.
   *
   * @param feature where the feature begins
   * @param from where the index begins
   * @param to where its digits end
   * @param column the index read, base subtracted
   * @param first the base
   * @param fromOne what is expected with base 1
   * @return the index to go on from
   */
  final int outOfRange(
      byte[] b, int feature, int from, int to, long column, int first, String fromOne)
      throws MalformedRecordException {
    if (b[to] != ':' && !endsNumber(b[to])) {
      fault(ParseRule.BAD_INDEX, from);
    } else if (column == -1 && first == 1 && !overflows(b, from, to)) {
      fault(ParseRule.ZERO_INDEX, from, tokenEnd(b, from), fromOne, true);
    } else {
      fault(ParseRule.INDEX_TOO_LARGE, from);
    }
    return skipFeature(b, feature);
  }

  /** The largest index allowed, base subtracted, unsigned. */
  final long limit() {
    return limit;
  }

  /** Whether digits are beyond 2^64 - 1. */
  static boolean overflows(byte[] b, int from, int to) {
    int first = from;
    while (first < to - 1 && b[first] == '0') {
      first++;
    }
    if (to - first < 20) {
      return false;
    }
    long ahead = 0;
    for (int p = first; p < first + 19; p++) {
      ahead = ahead * 10 + b[p] - '0';
    }
    int last = b[first + 19] - '0';
    long most = Long.divideUnsigned(-1, 10);
    int order = Long.compareUnsigned(ahead, most);
    return to - first > 20 || order > 0 || order == 0 && last > 5;
  }

  /**
   * Continues where no digit begins a feature: over a comment, a plus sign, a wrong token.
   *
   * @return the index to go on from
   */
  final int odd(byte[] b, int at) throws MalformedRecordException {
    if (b[at] == '#') {
      if (!isBlank(b[at - 1]) && b[at - 1] != ':') {
        doubt(ParseRule.GLUED_COMMENT, at);
      }
      return lineEnd(b, at);
    }
    if (b[at] == '+' && isDigit(b[at + 1])) {
      return at + 1;
    }
    boolean negative = b[at] == '-' && isDigit(b[at + 1]);
    fault(negative ? ParseRule.NEGATIVE_INDEX : ParseRule.BAD_INDEX, at);
    return skipFeature(b, at);
  }

  /** The index after an invalid feature, with a value that blanks separate from its colon. */
  final int skipFeature(byte[] b, int at) {
    int p = tokenEnd(b, at);
    int colon = skipBlanks(b, p);
    if (b[colon] == ':') {
      p = tokenEnd(b, colon);
    }
    if (p > at && b[p - 1] == ':') {
      int from = skipBlanks(b, p);
      int after = numbers.parse(b, from);
      if (after > 0 && endsNumber(b, after) && b[skipBlanks(b, after)] != ':') {
        p = after;
      }
    }
    return p;
  }
}
