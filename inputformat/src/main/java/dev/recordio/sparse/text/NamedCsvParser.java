// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.bytes.Murmur3;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.number.NumberParser;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Reads CSV whose columns have names, in any order of columns. A categorical cell is hashed as
 * scikit-learn's FeatureHasher hashes {@code name=value}: its column is the absolute value of the
 * signed hash, modulo the number of columns, and cells of a row with the same column are added.
 *
 * <p>The bytes of a categorical cell are taken as they are, with blanks; see {@link
 * CsvColumns#cells} for quotes. Nothing is allocated for a row or a cell.
 */
final class NamedCsvParser extends CsvParser implements HeaderParser {
  private static final int LABEL = -1;
  private static final int WEIGHT = -2;
  private static final int QID = -3;
  private static final int IGNORED = -4;

  private final Map<String, String> arguments;
  private final long maxIndex;
  private final Map<String, Integer> roleOf = new HashMap<>(); // of the columns
  private CsvColumns columns; // null until the first file, where they are not given
  private boolean hasHeader; // the file
  private int[] roles = {}; // of the file's columns: a feature, or one of the constants
  private List<String> fileNames = List.of();
  private int column; // of the row

  private int numberCount; // features from here on are categorical
  private float[] value;
  private boolean[] there; // whether the row has the number
  private byte[][] texts; // name=value of each categorical column
  private int[] starts; // of the values in these
  private int[] hashedColumn; // of the row, ascending
  private float[] hashedValue;
  private int hashed;

  /** Creates a parser, of columns that the first file names unless the arguments do. */
  NamedCsvParser(CsvOptions options, NaWords words, Map<String, String> arguments) {
    super(options, words);
    this.arguments = arguments;
    maxIndex = options.maxIndex();
    CsvColumns.hashBits(arguments);
    String names = arguments.get(CsvColumns.NAMES);
    if (names != null) {
      use(CsvColumns.of(CsvColumns.cells(names, ','), arguments));
    }
  }

  private void use(CsvColumns of) {
    if (Long.compareUnsigned(of.size() - 1, maxIndex) > 0) {
      throw new IllegalArgumentException(
          "there are "
              + of.size()
              + " columns, more than the number of features, "
              + (maxIndex + 1)
              + ", allows");
    }
    columns = of;
    numberCount = of.numbers().size();
    for (String name : of.numbers()) {
      roleOf.put(name, roleOf.size());
    }
    for (String name : of.categorical()) {
      roleOf.put(name, roleOf.size());
    }
    roleOf.put(of.label(), LABEL); // or null, which no column is
    roleOf.put(of.weight(), WEIGHT);
    roleOf.put(of.qid(), QID);
    value = new float[numberCount];
    there = new boolean[numberCount];
    int count = of.categorical().size();
    texts = new byte[count][];
    starts = new int[count];
    hashedColumn = new int[count];
    hashedValue = new float[count];
    for (int i = 0; i < count; i++) {
      texts[i] = (of.categorical().get(i) + "=").getBytes(StandardCharsets.UTF_8);
      starts[i] = texts[i].length;
    }
  }

  @Override
  public CsvColumns columns() {
    return columns;
  }

  @Override
  public boolean hasHeader() {
    return hasHeader;
  }

  @Override
  public boolean header(byte[] head, int length, boolean whole) throws MalformedRecordException {
    int from = length >= 3 && startsWithMark(head, 0) ? 3 : 0;
    boolean blank = true;
    for (int p = from; p < length || whole && !blank; p++) {
      if (p == length || isLineEnd(head[p])) {
        if (!blank) {
          take(head, from, p);
          return true;
        }
        from = p + 1;
      } else {
        blank &= isBlank(head[p]) && delimiter() != '\t';
      }
    }
    hasHeader = false;
    roles = new int[0];
    return whole;
  }

  private void take(byte[] head, int from, int to) throws MalformedRecordException {
    byte[] line = Arrays.copyOf(Arrays.copyOfRange(head, from, to), to - from + SLACK);
    line[to - from] = '\n';
    hasHeader = super.isHeader(line, 0);
    String text = new String(head, from, to - from, StandardCharsets.UTF_8);
    List<String> cells = CsvColumns.cells(text, delimiter());
    fileNames =
        IntStream.range(0, cells.size())
            .mapToObj(i -> !hasHeader || cells.get(i).isEmpty() ? "c" + i : cells.get(i))
            .toList();
    if (hasHeader) {
      checkNames(head, from, to);
    }
    if (columns == null) {
      use(CsvColumns.of(fileNames, arguments));
    }
    Set<String> ignored =
        Set.copyOf(CsvColumns.choose(arguments.get(CsvColumns.IGNORE), fileNames));
    roles = new int[fileNames.size()];
    for (int i = 0; i < roles.length; i++) {
      String name = fileNames.get(i);
      Integer role = roleOf.get(name);
      if (role == null && !ignored.contains(name)) {
        throw other("only columns of the first file, or ignored ones, not " + name, from);
      }
      roles[i] = role == null ? IGNORED : role;
    }
    Set<String> found = Set.copyOf(fileNames);
    for (String name : columns.names()) {
      if (!found.contains(name)) {
        throw other("the column " + name, from);
      }
    }
  }

  private void checkNames(byte[] head, int from, int to) throws MalformedRecordException {
    var seen = new HashSet<String>();
    for (String name : fileNames) {
      boolean odd = name.chars().anyMatch(c -> c == '\uFFFD' || Character.isISOControl(c));
      if (odd || !seen.add(name)) {
        throw new MalformedRecordException(
            "header",
            null,
            from,
            -1,
            odd ? "names in UTF-8 without control characters" : "each name once",
            odd ? Excerpt.of(head, from, to) : "'" + name + "' twice");
      }
    }
  }

  private MalformedRecordException other(String expected, long offset) {
    return new MalformedRecordException(
        "other columns",
        null,
        offset,
        -1,
        expected + " (files may differ in the order of columns only)",
        (hasHeader ? "" : "no header, so ") + CsvColumns.shown(fileNames));
  }

  @Override
  boolean isHeader(byte[] b, int from) {
    return hasHeader;
  }

  @Override
  boolean mayBeHeader(byte[] b, int from) {
    return false;
  }

  @Override
  int row(byte[] b, int from, CsrBlock out) throws MalformedRecordException {
    out.addRow(0);
    hasLabel = columns.label() == null;
    int seen = 0; // which of label, weight and query id
    hashed = 0;
    Arrays.fill(there, false);
    int p = from;
    for (column = 0; ; p++, column++) {
      int role = column < roles.length ? roles[column] : IGNORED;
      if (role >= numberCount) {
        p = categorical(b, p, role - numberCount);
      } else if (role == IGNORED) {
        p = skip(b, p);
      } else {
        int cell = skipSpaces(b, p);
        p = role == QID ? qid(b, cell, out) : read(b, cell);
        if (role == LABEL) {
          label(b, cell, out);
        } else if (role == WEIGHT) {
          weight(b, cell, out);
        } else if (role >= 0 && hasFeature(b, cell, role)) {
          value[role] = numbers.value();
          there[role] = true;
        }
      }
      seen |= role < 0 ? 1 << -role : 0;
      if (isLineEnd(b[p])) {
        break;
      }
    }
    end(b, from, p, seen, out);
    return p;
  }

  private void end(byte[] b, int from, int to, int seen, CsrBlock out)
      throws MalformedRecordException {
    if (column + 1 != roles.length) {
      String expected =
          roles.length + " cells, as in the first line of the file, not " + (column + 1);
      fault(ParseRule.RAGGED_ROW, from, tokenEnd(b, from), expected, false);
    }
    if (!hasLabel && (seen & 1 << -LABEL) == 0) {
      fault(ParseRule.BAD_LABEL, to);
    }
    if (columns.weight() != null && (seen & 1 << -WEIGHT) == 0) {
      fault(ParseRule.BAD_WEIGHT, to);
      out.setWeight(1);
    }
    if (columns.qid() != null && (seen & 1 << -QID) == 0) {
      fault(ParseRule.BAD_QID, to);
      out.setQid(0);
    }
    if (!hasLabel) {
      out.dropRow();
      return;
    }
    int before = out.entries();
    for (int i = 0; i < numberCount; i++) {
      if (there[i]) {
        out.add(i, value[i]);
      }
    }
    for (int i = 0; i < hashed; i++) {
      out.add((long) numberCount + hashedColumn[i], hashedValue[i]);
    }
    traits.cells(columns.names().size(), (int) columns.size());
    traits.row(columns.weight() != null, columns.qid() != null, out.entries() - before, 0);
  }

  private int qid(byte[] b, int cell, CsrBlock out) throws MalformedRecordException {
    int from = b[cell] == '"' ? cell + 1 : cell;
    int p = from;
    long id = 0;
    while (NumberParser.isDigit(b[p])) {
      id = id * 10 + b[p++] - '0';
    }
    int to = skipSpaces(b, b[cell] == '"' && b[p] == '"' ? p + 1 : p);
    if (p == from || !ends(b[to]) || PairParser.overflows(b, from, p)) {
      faultInCell(ParseRule.BAD_QID, b, cell);
      out.setQid(0);
      return cellEnd(b, cell);
    }
    query(id, cell);
    out.setQid(id);
    return to;
  }

  @Override
  void faultInCell(ParseRule rule, byte[] b, int cell) throws MalformedRecordException {
    String hint =
        rule == ParseRule.BAD_CELL ? ": --categorical takes words, --ignore leaves it out" : "";
    String expected = rule.expected() + " in column " + fileNames.get(column) + hint;
    fault(rule, cell, cellEnd(b, cell), expected, false);
  }

  /** Skips a cell of any text; returns the index of what ends it. */
  private int skip(byte[] b, int from) {
    int p = from;
    boolean open = b[p] == '"';
    p += open ? 1 : 0;
    while (!isLineEnd(b[p]) && (open || b[p] != delimiter())) {
      boolean twice = open && b[p] == '"' && b[p + 1] == '"';
      open &= b[p] != '"' || twice;
      p += twice ? 2 : 1;
    }
    return p;
  }

  /** Hashes the cell at an index, unless there is no value; returns the index of what ends it. */
  private int categorical(byte[] b, int from, int which) throws MalformedRecordException {
    if (b[from] == '"') {
      return quoted(b, from, which);
    }
    int p = from;
    while (!ends(b[p])) {
      p++;
    }
    byte[] text = valueBuffer(which, p - from);
    System.arraycopy(b, from, text, starts[which], p - from);
    hash(text, starts[which], starts[which] + p - from);
    return p;
  }

  private int quoted(byte[] b, int from, int which) throws MalformedRecordException {
    byte[] text = valueBuffer(which, lineEnd(b, from) - from);
    int to = starts[which];
    boolean open = true;
    int p = from + 1;
    while (!isLineEnd(b[p]) && (open || b[p] != delimiter())) {
      if (open && b[p] == '"' && b[p + 1] != '"') {
        open = false;
      } else {
        p += open && b[p] == '"' ? 1 : 0;
        text[to++] = b[p];
      }
      p++;
    }
    if (open) {
      String expected = "a closing quote in the line, in column " + fileNames.get(column);
      fault(ParseRule.BAD_CELL, from, p, expected, false);
    } else {
      hash(text, starts[which], to);
    }
    return p;
  }

  private byte[] valueBuffer(int which, int length) {
    int needed = starts[which] + length;
    if (texts[which].length < needed) {
      texts[which] = Arrays.copyOf(texts[which], needed + (needed >> 1));
    }
    return texts[which];
  }

  private void hash(byte[] text, int from, int to) {
    if (from == to || isNa(text, from, to)) {
      return;
    }
    int hash = Murmur3.hash(text, to);
    int at = Math.abs(hash) & (1 << columns.hashBits()) - 1; // of -2^31 it is 0, as its absolute is
    float sign = columns.alternateSign() && hash < 0 ? -1 : 1;
    int i = hashed;
    while (i > 0 && hashedColumn[i - 1] > at) {
      i--;
    }
    if (i > 0 && hashedColumn[i - 1] == at) {
      hashedValue[i - 1] += sign;
      return;
    }
    System.arraycopy(hashedColumn, i, hashedColumn, i + 1, hashed - i);
    System.arraycopy(hashedValue, i, hashedValue, i + 1, hashed - i);
    hashedColumn[i] = at;
    hashedValue[i] = sign;
    hashed++;
  }
}
