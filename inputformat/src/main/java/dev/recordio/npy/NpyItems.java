// SPDX-License-Identifier: Apache-2.0
package dev.recordio.npy;

import dev.recordio.bytes.LittleEndian;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads items of one NumPy type out of arrays of bytes.
 *
 * @param kind NumPy's letter of the kind, such as {@code f}; {@code V} for types with fields
 * @param bytes the bytes of one item
 * @param bigEndian whether its bytes are in network order
 * @param unit the unit of a time, such as {@code ms} or {@code 25us}; else empty
 */
public record NpyItems(char kind, int bytes, boolean bigEndian, String unit) {
  private static final Pattern SIMPLE = Pattern.compile("([<>|])([a-zA-Z])[0-9]+(\\[(.*)\\])?");

  private static final VarHandle[] SHORTS = handles(short[].class);
  private static final VarHandle[] INTS = handles(int[].class);
  private static final VarHandle[] LONGS = handles(long[].class);
  private static final VarHandle[] FLOATS = handles(float[].class);
  private static final VarHandle[] DOUBLES = handles(double[].class);

  private static VarHandle[] handles(Class<?> of) {
    return new VarHandle[] {
      MethodHandles.byteArrayViewVarHandle(of, ByteOrder.LITTLE_ENDIAN),
      MethodHandles.byteArrayViewVarHandle(of, ByteOrder.BIG_ENDIAN)
    };
  }

  /** Returns the reader of a type. */
  public static NpyItems of(NpyType type) {
    Matcher parts = SIMPLE.matcher(type.text());
    if (!parts.matches()) {
      return new NpyItems('V', type.bytes(), false, "");
    }
    return new NpyItems(
        parts.group(2).charAt(0),
        type.bytes(),
        parts.group(1).equals(">"),
        parts.group(4) == null ? "" : parts.group(4));
  }

  /** Whether items are whole numbers, true or false, or times: what {@link #getLong} reads. */
  public boolean isWhole() {
    return switch (kind) {
      case 'b', 'i', 'u', 'M', 'm' -> true;
      default -> false;
    };
  }

  /** Whether items are numbers that {@link #getDouble} reads. */
  public boolean isReal() {
    return isWhole() || kind == 'f' && bytes <= Double.BYTES;
  }

  /** Whether items are texts that {@link #getText} reads. */
  public boolean isText() {
    return kind == 'S' || kind == 'U';
  }

  /**
   * Returns an item as a whole number; of {@code u8} its 64 bits.
   *
   * @throws UnsupportedOperationException when items are none
   */
  public long getLong(byte[] from, int at) {
    if (!isWhole()) {
      throw new UnsupportedOperationException(this + " is no whole number");
    }
    int order = bigEndian ? 1 : 0;
    if (kind == 'b' || kind == 'u') {
      return switch (bytes) {
        case 1 -> from[at] & 0xFFL;
        case 2 -> (short) SHORTS[order].get(from, at) & 0xFFFFL;
        case 4 -> (int) INTS[order].get(from, at) & 0xFFFF_FFFFL;
        default -> (long) LONGS[order].get(from, at);
      };
    }
    return switch (bytes) {
      case 1 -> from[at];
      case 2 -> (short) SHORTS[order].get(from, at);
      case 4 -> (int) INTS[order].get(from, at);
      default -> (long) LONGS[order].get(from, at);
    };
  }

  /**
   * Returns an item as a number; a whole one of more than 53 bits is rounded.
   *
   * @throws UnsupportedOperationException when items are no numbers of at most 64 bits
   */
  public double getDouble(byte[] from, int at) {
    if (kind != 'f') {
      long whole = getLong(from, at);
      boolean large = kind == 'u' && whole < 0;
      // The last bit is kept, so that the half is rounded as the whole would be.
      return large ? (double) (whole >>> 1 | whole & 1) * 2 : (double) whole;
    }
    int order = bigEndian ? 1 : 0;
    return switch (bytes) {
      case 2 -> LittleEndian.half((short) SHORTS[order].get(from, at));
      case 4 -> (float) FLOATS[order].get(from, at);
      case 8 -> (double) DOUBLES[order].get(from, at);
      default -> throw new UnsupportedOperationException(this + " has more than 64 bits");
    };
  }

  /**
   * Returns an item as text, without the zeros at its end, as NumPy does. Bytes of {@code S} are
   * read as UTF-8.
   *
   * @throws UnsupportedOperationException when items are no texts
   */
  public String getText(byte[] from, int at) {
    if (!isText()) {
      throw new UnsupportedOperationException(this + " is no text");
    }
    int end = at + bytes;
    if (kind == 'S') {
      while (end > at && from[end - 1] == 0) {
        end--;
      }
      return new String(from, at, end - at, StandardCharsets.UTF_8);
    }
    while (end > at && (int) INTS[0].get(from, end - 4) == 0) {
      end -= 4;
    }
    var text = new StringBuilder((end - at) / 4);
    for (int i = at; i < end; i += 4) {
      int character = (int) INTS[bigEndian ? 1 : 0].get(from, i);
      text.appendCodePoint(Character.isValidCodePoint(character) ? character : '\uFFFD');
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return kind + "" + bytes + (unit.isEmpty() ? "" : "[" + unit + "]");
  }
}
