// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.schema;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.npy.NpyType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * The type of a field's values: an item or an array of items of a NumPy type, in C order; an array
 * whose first dimension varies from record to record; bytes; text.
 *
 * @param kind which of these
 * @param item the type of one item as NumPy's array protocol writes it, such as {@code <f4}; empty
 *     for bytes and text
 * @param shape the lengths of a value's dimensions; for a ragged type, without the first
 * @param unitBytes the bytes of a fixed value; for a ragged type, the bytes of one step of the
 *     first dimension; 1 for bytes and text
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record FieldType(Kind kind, String item, List<Integer> shape, int unitBytes) {
  /** The kinds of values. */
  public enum Kind {
    /** All values have the same shape. */
    FIXED,
    /** The first dimension varies. */
    RAGGED,
    /** Any bytes. */
    BYTES,
    /** UTF-8. */
    TEXT
  }

  /** The most bytes of a value; a stored one is shorter than 2^30. */
  public static final int MAX_VALUE_BYTES = (1 << 30) - 8;

  /** Any bytes. */
  public static final FieldType BYTES = new FieldType(Kind.BYTES, "", List.of(), 1);

  /** UTF-8. */
  public static final FieldType TEXT = new FieldType(Kind.TEXT, "", List.of(), 1);

  /** Creates a type. */
  public FieldType {
    shape = List.copyOf(shape);
  }

  /**
   * Returns the type of arrays.
   *
   * @param item NumPy's type of one item, such as {@code f4}
   * @param ragged whether another dimension comes first, which varies
   * @param shape the lengths of the other dimensions; empty for a single item
   * @throws InvalidSettingException when it is no type, or a value would be too large
   */
  public static FieldType array(String item, boolean ragged, List<Integer> shape) {
    NpyType type = itemType(item);
    long bytes = type.bytes();
    for (int length : shape) {
      if (length < 0) {
        throw new InvalidSettingException("a dimension of " + length + " in " + item + shape);
      }
      bytes = Math.min(bytes * length, Long.MAX_VALUE >>> 33);
    }
    if (bytes < 1 || bytes > MAX_VALUE_BYTES) {
      throw new InvalidSettingException(
          "values of "
              + item
              + shape
              + " have "
              + bytes
              + " bytes: expected 1 to "
              + MAX_VALUE_BYTES);
    }
    return new FieldType(ragged ? Kind.RAGGED : Kind.FIXED, type.text(), shape, (int) bytes);
  }

  private static NpyType itemType(String item) {
    try {
      return NpyType.parse(item);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(e.getMessage());
    }
  }

  /**
   * Reads a type: {@code f4}, {@code >i2}, {@code f4[3,224,224]}, {@code i8[*]}, {@code f4[*,768]},
   * {@code bytes} or {@code text}.
   *
   * @throws InvalidSettingException when it is none of these
   */
  public static FieldType parse(String text) {
    if (text.equals("bytes")) {
      return BYTES;
    }
    if (text.equals("text")) {
      return TEXT;
    }
    int open = text.lastIndexOf('[');
    boolean hasShape =
        open > 0
            && text.endsWith("]")
            && text.substring(open + 1, text.length() - 1).matches("(\\*|[0-9]+)(,[0-9]+)*");
    // Units of times are in brackets, too, but have a letter: M8[s], M8[25us].
    if (!hasShape) {
      return array(text, false, List.of());
    }
    var shape = new ArrayList<Integer>();
    boolean ragged = false;
    for (String length : text.substring(open + 1, text.length() - 1).split(",")) {
      if (length.equals("*")) {
        ragged = true;
      } else {
        shape.add(dimension(length, text));
      }
    }
    return array(text.substring(0, open), ragged, shape);
  }

  private static int dimension(String length, String text) {
    try {
      return Integer.parseInt(length);
    } catch (NumberFormatException e) {
      throw new InvalidSettingException("the dimension " + length + " of " + text + " is too long");
    }
  }

  /** Whether all values have the same number of bytes. */
  public boolean isFixed() {
    return kind == Kind.FIXED;
  }

  /** Returns the bytes of each value, if all have the same number; else -1. */
  public int fixedBytes() {
    return isFixed() ? unitBytes : -1;
  }

  /** Whether a value of the type may have {@code bytes} bytes. */
  public boolean accepts(long bytes) {
    return isFixed() ? bytes == unitBytes : bytes <= MAX_VALUE_BYTES && bytes % unitBytes == 0;
  }

  /** Returns the text that {@link #parse} reads. */
  @Override
  public String toString() {
    if (kind == Kind.BYTES || kind == Kind.TEXT) {
      return kind == Kind.BYTES ? "bytes" : "text";
    }
    if (kind == Kind.FIXED && shape.isEmpty()) {
      return item;
    }
    String lengths = shape.stream().map(String::valueOf).collect(Collectors.joining(","));
    String first = kind == Kind.RAGGED ? shape.isEmpty() ? "*" : "*," : "";
    return item + "[" + first + lengths + "]";
  }
}
