// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * One line of an im2rec list ({@code .lst}): {@code key TAB label[ TAB label...] TAB path}, UTF-8,
 * no quoting, no comments.
 *
 * <p>The grammar is as in MXNet 1.9.1's {@code im2rec.py}: blanks (Python's, see {@code str.strip})
 * are taken off the line and off each field, only TAB separates, the last field is the path. Where
 * {@code im2rec.py} prints a message and continues, this parser throws. It differs in three more
 * places on purpose: keys are plain decimal digits below 2^64 (Python lets signs and underscores
 * through), a label written in digits must fit float32, and a byte order mark at the start of the
 * file is skipped.
 *
 * <p>An instance is a parser that is reused from line to line; apart from the path nothing is
 * allocated for a line of usual numbers. Not safe for use by several threads.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ListLine {
  private static final String WHAT = "malformed list line";
  private static final String GRAMMAR = "key TAB label[ TAB label...] TAB path";

  /** The largest key without its last digit. */
  private static final long KEY_TENTH = Long.divideUnsigned(-1L, 10);

  private long key;
  private float[] labels = new float[8];
  private int labelCount;
  private String path;

  private byte[] line;
  private long origin;
  private long lineNumber;

  /** A parser that has read no line yet. */
  public ListLine() {}

  /**
   * Reads one line. After {@code false} or an exception there is no key, label or path.
   *
   * @param line array that holds the line, with or without its terminator (LF or CR LF)
   * @param offset index of the line's first byte
   * @param length bytes of the line
   * @param fileOffset where the line's first byte is in the file; at 0 a UTF-8 byte order mark is
   *     skipped
   * @param lineNumber counted from 1, or -1 when not known; only used in errors
   * @return true when the line has an entry, false when it is blank
   * @throws MalformedRecordException with the offset of the line or of the wrong field in it
   */
  public boolean parse(byte[] line, int offset, int length, long fileOffset, long lineNumber)
      throws MalformedRecordException {
    Objects.checkFromIndexSize(offset, length, line.length);
    this.line = line;
    this.origin = fileOffset - offset;
    this.lineNumber = lineNumber;
    labelCount = 0;
    path = null;

    int mark = fileOffset == 0 && startsWithByteOrderMark(offset, offset + length) ? 3 : 0;
    int end = PythonStrip.skipTrailing(line, offset + mark, offset + length);
    int from = PythonStrip.skipLeading(line, offset + mark, end);
    if (from == end) {
      return false;
    }
    int firstTab = -1;
    int lastTab = -1;
    for (int at = from; at < end; at++) {
      byte c = line[at];
      if (c == '\t') {
        firstTab = firstTab < 0 ? at : firstTab;
        lastTab = at;
      } else if (c == '\n' || c == '\r') {
        throw malformed(at, "no line break inside a line", Excerpt.of(line, from, end));
      }
    }
    if (firstTab == lastTab) {
      String fields = lastTab < 0 ? "no TAB: " : "only one TAB: ";
      throw malformed(from, GRAMMAR, fields + Excerpt.of(line, from, end));
    }
    readKey(from, firstTab);
    readLabels(firstTab + 1, lastTab);
    readPath(lastTab + 1, end);
    return true;
  }

  private boolean startsWithByteOrderMark(int from, int to) {
    return to - from >= 3
        && line[from] == (byte) 0xEF
        && line[from + 1] == (byte) 0xBB
        && line[from + 2] == (byte) 0xBF;
  }

  private void readKey(int from, int to) throws MalformedRecordException {
    int end = PythonStrip.skipTrailing(line, from, to);
    long value = 0;
    boolean good = true;
    for (int at = from; at < end && good; at++) {
      int digit = line[at] - '0';
      good = LabelText.isDigit(line[at]) && Long.compareUnsigned(value, KEY_TENTH) <= 0;
      value = value * 10 + digit;
      // A sum that passed 2^64 has wrapped around to less than its last digit.
      good &= Long.compareUnsigned(value, digit) >= 0;
    }
    if (!good) {
      throw malformed(
          from, "a key of decimal digits from 0 to 2^64 - 1", Excerpt.of(line, from, end));
    }
    key = value;
  }

  /** Reads the labels between two TABs; the field that ends at {@code to} is the last one. */
  private void readLabels(int from, int to) throws MalformedRecordException {
    int field = from;
    for (int at = from; at <= to; at++) {
      if (line[at] == '\t') {
        int end = PythonStrip.skipTrailing(line, field, at);
        readLabel(PythonStrip.skipLeading(line, field, end), end);
        field = at + 1;
      }
    }
  }

  private void readLabel(int from, int to) throws MalformedRecordException {
    if (labelCount == labels.length) {
      labels = Arrays.copyOf(labels, labelCount * 2);
    }
    try {
      labels[labelCount] = LabelText.parse(line, from, to);
      labelCount++;
    } catch (NumberFormatException e) {
      String expected = e.getMessage() + " as label " + (labelCount + 1);
      MalformedRecordException error = malformed(from, expected, Excerpt.of(line, from, to));
      error.initCause(e);
      throw error;
    }
  }

  private void readPath(int from, int to) throws MalformedRecordException {
    int begin = PythonStrip.skipLeading(line, from, to);
    String text = new String(line, begin, to - begin, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') >= 0) {
      // Either the path has this character or the decoder put it there: the strict decoder decides.
      ByteBuffer bytes = ByteBuffer.wrap(line, begin, to - begin);
      CharBuffer chars = CharBuffer.allocate(to - begin);
      CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(bytes, chars, true);
      if (result.isError()) {
        throw malformed(bytes.position(), "a path in UTF-8", Excerpt.of(line, begin, to));
      }
    }
    path = text;
  }

  private MalformedRecordException malformed(int at, String expected, String found) {
    return new MalformedRecordException(WHAT, null, origin + at, lineNumber, expected, found);
  }

  /** Key of the image, an unsigned number. */
  public long key() {
    return key;
  }

  /** Number of labels on the line, at least 1. */
  public int labelCount() {
    return labelCount;
  }

  /**
   * One label, rounded from the text to a double and from that to a float, as Python does.
   *
   * @throws IndexOutOfBoundsException unless {@code 0 <= i < labelCount()}
   */
  public float label(int i) {
    return labels[Objects.checkIndex(i, labelCount)];
  }

  /**
   * The labels without a copy: the first {@link #labelCount()} places of an array that the next
   * line overwrites. {@link ImageRecordHeader#write} takes such an array.
   */
  public float[] labels() {
    return labels;
  }

  /** The path as it is on the line, without blanks at its ends; never empty. */
  public String path() {
    return path;
  }

  /**
   * Appends a line with its LF as {@code im2rec.py --list} of MXNet 1.9.1 writes it: each label
   * with six decimals ({@code "%f"}), which keeps class numbers but rounds finer labels.
   *
   * @param key unsigned key
   * @param labels at least {@code labelCount} labels
   * @param labelCount how many of them to write, at least 1
   * @throws IllegalArgumentException if there is no label, or the path is not {@link
   *     #representable}; nothing is appended then
   */
  public static void appendTo(
      StringBuilder out, long key, float[] labels, int labelCount, String path) {
    append(out, key, labels, labelCount, path, false);
  }

  private static void append(
      StringBuilder out, long key, float[] labels, int labelCount, String path, boolean exact) {
    Objects.checkFromIndexSize(0, labelCount, labels.length);
    if (labelCount == 0) {
      throw new IllegalArgumentException("a list line needs at least one label: " + path);
    }
    if (!representable(path)) {
      throw new IllegalArgumentException(
          "a list line cannot hold the path "
              + Excerpt.of(path)
              + ": rename the file so that its path has no TAB, no line break, no blank at either"
              + " end and no half of a surrogate pair");
    }
    out.append(Long.toUnsignedString(key)).append('\t');
    for (int i = 0; i < labelCount; i++) {
      if (exact) {
        LabelText.appendExactTo(out, labels[i]);
      } else {
        LabelText.appendTo(out, labels[i]);
      }
      out.append('\t');
    }
    out.append(path).append('\n');
  }

  /**
   * Appends a line as {@link #appendTo} does, with more decimals where six would round a label:
   * {@link #parse} returns the same floats.
   *
   * @throws IllegalArgumentException as {@link #appendTo} does
   */
  @InterfaceAudience.Private
  public static void appendExactTo(
      StringBuilder out, long key, float[] labels, int labelCount, String path) {
    append(out, key, labels, labelCount, path, true);
  }

  /**
   * True when {@link #parse} returns this same path from a line that holds it: it is not empty, has
   * no TAB, CR or LF, no blank at either end, and can be written in UTF-8.
   */
  public static boolean representable(String path) {
    if (path.isEmpty()
        || PythonStrip.isBlank(path.charAt(0))
        || PythonStrip.isBlank(path.charAt(path.length() - 1))) {
      return false;
    }
    return path.codePoints()
        .noneMatch(c -> c == '\t' || c == '\r' || c == '\n' || c >= 0xD800 && c <= 0xDFFF);
  }
}
