// SPDX-License-Identifier: Apache-2.0
package dev.recordio.npy;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of an array's items, as NumPy's array protocol writes it: byte order, kind and size,
 * such as {@code <f4}, {@code |S5} or {@code <M8[s]}. Types with named members are not read.
 *
 * @param text the canonical text: with a byte order, {@code |} where there is none
 * @param bytes the bytes of one item
 */
public record NpyType(String text, int bytes) {
  /** The most bytes of one item. */
  public static final int MAX_BYTES = 1 << 30;

  private static final Pattern SIMPLE =
      Pattern.compile("([<>|=]?)([?a-zA-Z])([0-9]{0,10})(\\[[0-9]*[A-Za-z]+\\])?");

  private static final Set<String> NUMBERS =
      Set.of(
          "b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "f16", "c8",
          "c16", "c32");

  /**
   * Reads a type.
   *
   * @param text with or without byte order; without, or with {@code =}, it is little-endian
   * @throws IllegalArgumentException when it is none, or one of Python objects
   */
  public static NpyType parse(String text) {
    Matcher parts = SIMPLE.matcher(text.equals("?") ? "b1" : text);
    if (!parts.matches()) {
      throw invalid(text);
    }
    char kind = parts.group(2).charAt(0);
    String unit = parts.group(4) == null ? "" : parts.group(4);
    if (kind == 'O') {
      throw new IllegalArgumentException(
          "the type '" + text + "' is for Python objects, which only Python can read");
    }
    long size = parts.group(3).isEmpty() ? -1 : Long.parseLong(parts.group(3));
    boolean time = kind == 'M' || kind == 'm';
    if (time ? size != 8 : !unit.isEmpty()) {
      throw invalid(text);
    }
    boolean chars = kind == 'S' || kind == 'U' || kind == 'V';
    if (!time && !(chars ? size > 0 : NUMBERS.contains("" + kind + size))) {
      throw invalid(text);
    }
    long bytes = kind == 'U' ? 4 * size : size;
    if (bytes > MAX_BYTES) {
      throw invalid(text);
    }
    boolean ordered = bytes > 1 && kind != 'S' && kind != 'V';
    String order = !ordered ? "|" : parts.group(1).equals(">") ? ">" : "<";
    return new NpyType(order + kind + size + unit, (int) bytes);
  }

  /** Returns the type that a literal in a header gives. */
  static NpyType ofLiteral(Object descr) {
    return parse(descr instanceof String text ? text : PythonLiteral.repr(descr));
  }

  private static IllegalArgumentException invalid(String text) {
    return new IllegalArgumentException(
        "'"
            + text
            + "' is no NumPy type: expected b1, i1 to i8, u1 to u8, f2 to f16, c8 to c32, S5,"
            + " U5, V5, M8[s] or m8[s], with < or > before it for the byte order; save each"
            + " field of a structured array as an array, a['x']");
  }

  @Override
  public String toString() {
    return text;
  }
}
