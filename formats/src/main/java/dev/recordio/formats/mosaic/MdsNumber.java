// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import dev.recordio.bytes.LittleEndian;

/**
 * The encodings of MDS that are numbers of a fixed width, little-endian: NumPy's types, by their
 * names; {@code int} is int64.
 */
public enum MdsNumber {
  INT("int", 8, Kind.SIGNED),
  INT8("int8", 1, Kind.SIGNED),
  INT16("int16", 2, Kind.SIGNED),
  INT32("int32", 4, Kind.SIGNED),
  INT64("int64", 8, Kind.SIGNED),
  UINT8("uint8", 1, Kind.UNSIGNED),
  UINT16("uint16", 2, Kind.UNSIGNED),
  UINT32("uint32", 4, Kind.UNSIGNED),
  UINT64("uint64", 8, Kind.UNSIGNED),
  FLOAT16("float16", 2, Kind.FRACTION),
  FLOAT32("float32", 4, Kind.FRACTION),
  FLOAT64("float64", 8, Kind.FRACTION);

  private enum Kind {
    SIGNED,
    UNSIGNED,
    FRACTION
  }

  private final String encoding;
  private final int bytes;
  private final Kind kind;

  MdsNumber(String encoding, int bytes, Kind kind) {
    this.encoding = encoding;
    this.bytes = bytes;
    this.kind = kind;
  }

  /** Returns the type of an encoding; null when that is no number of fixed width. */
  public static MdsNumber of(String encoding) {
    for (MdsNumber number : values()) {
      if (number.encoding.equals(encoding)) {
        return number;
      }
    }
    return null;
  }

  public String encoding() {
    return encoding;
  }

  public int bytes() {
    return bytes;
  }

  public boolean isWhole() {
    return kind != Kind.FRACTION;
  }

  /** Whether the numbers are whole, and never negative. */
  public boolean isUnsigned() {
    return kind == Kind.UNSIGNED;
  }

  /** Returns a whole number; uint64 from 2^63 on as its bits, which are a negative long. */
  public long whole(byte[] from, int at) {
    long bits =
        switch (bytes) {
          case 1 -> from[at];
          case 2 -> word(from, at);
          case 4 -> LittleEndian.getInt(from, at);
          default -> LittleEndian.getLong(from, at);
        };
    int unused = Long.SIZE - bytes * Byte.SIZE;
    return kind == Kind.UNSIGNED ? bits << unused >>> unused : bits;
  }

  /** Returns a fraction, exactly, but for the bits of a float16's or float32's NaN. */
  public double fraction(byte[] from, int at) {
    return switch (this) {
      case FLOAT16 -> LittleEndian.half(word(from, at));
      case FLOAT32 -> single(from, at);
      default -> Double.longBitsToDouble(LittleEndian.getLong(from, at));
    };
  }

  /** Returns a float32, bit for bit. */
  public static float single(byte[] from, int at) {
    return LittleEndian.getFloat(from, at);
  }

  private static short word(byte[] from, int at) {
    return (short) (from[at] & 0xFF | from[at + 1] << 8);
  }
}
