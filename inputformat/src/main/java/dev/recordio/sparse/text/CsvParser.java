// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.text.CsvOptions.Header;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Reads cells between delimiters: one is the label and one the weight, if so chosen, the others are
 * the features 0, 1, ... in their order. An empty cell is a missing entry.
 */
class CsvParser extends TextParser {
  private final CsvOptions options;
  private final byte delimiter;
  private final NaWords naWords; // or null

  /** Where in the file a line would be the first one that is not blank. */
  private long firstLineAt;

  private boolean mayBeHeader; // the row: the first line of its file, and nothing is said of it
  private int rowFrom;
  boolean hasLabel; // the row
  private boolean missing;
  private boolean bad;

  /**
   * Creates a parser.
   *
   * @param naWords what is read as an empty cell, or null
   */
  CsvParser(CsvOptions options, NaWords naWords) {
    super(options.mode());
    this.options = options;
    this.naWords = naWords;
    delimiter = (byte) options.delimiter();
  }

  @Override
  void begin(int from, boolean fileStart) {
    if (fileStart) {
      firstLineAt = offset(from);
    }
  }

  @Override
  public boolean isFirstAfter(byte[] head, int length) {
    for (int i = length >= 3 && startsWithMark(head, 0) ? 3 : 0; i < length; i++) {
      if (!isLineEnd(head[i]) && (delimiter == '\t' || !isBlank(head[i]))) {
        return false;
      }
    }
    return options.header() != Header.NO;
  }

  @Override
  public void beginWithin(long firstLine) {
    firstLineAt = firstLine;
  }

  @Override
  final int line(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
    int p = skipBlanks(b, from);
    boolean first = offset(from) == firstLineAt;
    if (isLineEnd(b[p]) && (delimiter != '\t' || p == from)) {
      if (first) {
        firstLineAt = offset(nextLine(b, p));
      }
      return p;
    }
    if (first && isHeader(b, from)) {
      note(ParseRule.HEADER_ROW);
      return lineEnd(b, p);
    }
    mayBeHeader = first && mayBeHeader(b, from);
    return row(b, from, out);
  }

  /** Whether the first line is a header. */
  boolean isHeader(byte[] b, int from) {
    if (options.header() != Header.AUTO) {
      return options.header() == Header.YES;
    }
    boolean words = false;
    for (int p = from; ; p++) {
      p = read(b, skipSpaces(b, p));
      if (!missing && !bad) {
        return false;
      }
      words |= bad;
      if (isLineEnd(b[p])) {
        return words;
      }
    }
  }

  /** Whether the first line, which is none, is probably a header. */
  boolean mayBeHeader(byte[] b, int from) {
    return options.header() == Header.AUTO && looksLikeHeader(b, from);
  }

  /** Adds the row of a line; returns the index of what ends it. */
  int row(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
    out.addRow(0);
    int begin = out.entries();
    hasLabel = options.labelColumn() < 0;
    int features = 0;
    int column = 0;
    rowFrom = from;
    int p = from;
    for (; ; p++, column++) {
      int cell = skipSpaces(b, p);
      p = read(b, cell);
      if (column == options.labelColumn()) {
        label(b, cell, out);
      } else if (column == options.weightColumn()) {
        weight(b, cell, out);
      } else {
        if (hasFeature(b, cell, features)) {
          out.add(features, numbers.value());
        }
        features++;
      }
      if (isLineEnd(b[p])) {
        break;
      }
    }
    if (mayBeHeader) {
      doubt(ParseRule.NUMBER_HEADER, from);
    }
    if (column < options.labelColumn()) {
      fault(ParseRule.BAD_LABEL, p);
    }
    if (column < options.weightColumn()) {
      fault(ParseRule.BAD_WEIGHT, p);
      out.setWeight(1);
    }
    if (features == 0) {
      fault(ParseRule.NO_FEATURE_CELL, from);
    }
    if (!hasLabel) {
      out.dropRow();
      return p;
    }
    if (!traits.cells(column + 1, features)) {
      fault(ParseRule.RAGGED_ROW, from);
    }
    traits.row(options.weightColumn() >= 0, false, out.entries() - begin, 0);
    return p;
  }

  /**
   * Whether a first line that is no header, as it has numbers, begins with a word, or is the
   * numbers of its own columns, which is the header that pandas makes where columns have no names,
   * after an empty cell for the numbers of the rows. Two numbers are too few to tell.
   */
  private boolean looksLikeHeader(byte[] b, int from) {
    int cells = 0;
    int ordinals = 0;
    boolean word = false;
    boolean empty = false;
    for (int p = from; ; p++) {
      p = read(b, skipSpaces(b, p));
      word |= cells == 0 && bad;
      empty |= cells == 0 && missing;
      ordinals += !missing && !bad && numbers.value() == ordinals ? 1 : 0;
      cells++;
      if (isLineEnd(b[p])) {
        return word || ordinals == (empty ? cells - 1 : cells) && cells > 2;
      }
    }
  }

  void faultInCell(ParseRule rule, byte[] b, int cell) throws MalformedRecordException {
    int column = 0;
    for (int p = cellEnd(b, rowFrom); p < cell; p = cellEnd(b, p + 1)) {
      column++;
    }
    String hint = mayBeHeader ? ", or header=yes if this line is a header" : "";
    String expected = rule.expected() + " in column " + column + " (from 0)" + hint;
    fault(rule, cell, cellEnd(b, cell), expected, false);
  }

  final void label(byte[] b, int cell, CsrBlock out) throws MalformedRecordException {
    if (missing || bad) {
      faultInCell(ParseRule.BAD_LABEL, b, cell);
      return;
    }
    float label = numbers.value();
    if (!Float.isFinite(label)) {
      faultInCell(ParseRule.LABEL_NOT_FINITE, b, cell);
    }
    out.setLabel(label);
    if (out.hasExactLabels() || isLarge(label)) {
      int at = numberAt(b, cell);
      keepExact(b, at, numbers.parse(b, at), label, out);
    }
    hasLabel = true;
  }

  final void weight(byte[] b, int cell, CsrBlock out) throws MalformedRecordException {
    boolean finite = !missing && !bad && Float.isFinite(numbers.value());
    if (finite && isLarge(numbers.value())) {
      int at = numberAt(b, cell);
      noteRounded(b, at, numbers.parse(b, at), numbers.value());
    } else if (!finite) {
      faultInCell(ParseRule.BAD_WEIGHT, b, cell);
    }
    out.setWeight(finite ? noteWeight(numbers.value()) : 1);
  }

  /** Whether the cell that was read has a feature, whose value is then the last number. */
  final boolean hasFeature(byte[] b, int cell, int index) throws MalformedRecordException {
    if (bad) {
      faultInCell(ParseRule.BAD_CELL, b, cell);
    } else if (!missing && Long.compareUnsigned(index, options.maxIndex()) > 0) {
      fault(ParseRule.INDEX_TOO_LARGE, cell);
    } else if (!missing) {
      if (isExtreme(numbers.value())) {
        int at = numberAt(b, cell);
        int to = isLarge(numbers.value()) ? numbers.parse(b, at) : at; // of 0 not needed
        noteExtreme(b, at, to, numbers.value());
      }
      return true;
    }
    return false;
  }

  /** Where the number of a cell begins. */
  private static int numberAt(byte[] b, int cell) {
    return b[cell] == '"' ? skipBlanks(b, cell + 1) : cell;
  }

  /** Reads the cell at an index; returns the index of what ends it. */
  final int read(byte[] b, int cell) {
    bad = false;
    missing = ends(b[cell]);
    if (missing) {
      return cell;
    }
    if (naWords != null) {
      int end = cellEnd(b, cell);
      missing = isNaCell(b, cell, end);
      if (missing) {
        return end;
      }
    }
    boolean quoted = b[cell] == '"';
    int from = quoted ? skipBlanks(b, cell + 1) : cell;
    missing = quoted && b[from] == '"';
    int p = missing ? from : numbers.parse(b, from);
    if (p >= 0 && quoted) {
      p = skipBlanks(b, p);
      p = b[p] == '"' ? p + 1 : -1;
    }
    p = p < 0 ? p : skipSpaces(b, p);
    bad = p < 0 || !ends(b[p]);
    missing &= !bad;
    return bad ? cellEnd(b, cell) : p;
  }

  private boolean isNaCell(byte[] b, int cell, int end) {
    int from = cell;
    int to = end;
    while (isBlank(b[to - 1])) {
      to--;
    }
    if (b[from] == '"' && to - from > 1 && b[to - 1] == '"') {
      from++;
      to--;
    }
    return isNa(b, from, to);
  }

  /** Whether a text means that there is no value. */
  final boolean isNa(byte[] b, int from, int to) {
    return naWords != null && naWords.has(b, from, to);
  }

  final int cellEnd(byte[] b, int cell) {
    int p = cell;
    boolean quoted = false;
    while (!isLineEnd(b[p]) && (quoted || b[p] != delimiter)) {
      quoted ^= b[p++] == '"';
    }
    return p;
  }

  final char delimiter() {
    return options.delimiter();
  }

  final boolean ends(byte c) {
    return c == delimiter || isLineEnd(c);
  }

  final int skipSpaces(byte[] b, int from) {
    int p = from;
    while (isBlank(b[p]) && b[p] != delimiter) {
      p++;
    }
    return p;
  }

  /** The texts of cells that mean that there is no value, beside the empty one. */
  static final class NaWords {
    private final byte[][] words;
    private final boolean[] first = new boolean[256]; // whether a word begins with a byte

    NaWords(List<String> words) {
      this.words =
          words.stream()
              .filter(word -> !word.isEmpty())
              .map(word -> word.getBytes(StandardCharsets.UTF_8))
              .toArray(byte[][]::new);
      for (byte[] word : this.words) {
        first[word[0] & 0xFF] = true;
      }
    }

    /** Whether bytes are one of the words. */
    boolean has(byte[] b, int from, int to) {
      if (from == to || !first[b[from] & 0xFF]) {
        return false;
      }
      for (byte[] word : words) {
        if (Arrays.equals(b, from, to, word, 0, word.length)) {
          return true;
        }
      }
      return false;
    }
  }
}
