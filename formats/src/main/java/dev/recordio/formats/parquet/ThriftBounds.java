// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import java.nio.charset.StandardCharsets;

/**
 * Walks a struct of Thrift's compact protocol, which footers are in, and checks that every length
 * fits the bytes: Parquet's own reader allocates what a length says before it reads on.
 *
 * <p>Each element of a list, and each field, takes a byte at least; so no count is larger than the
 * bytes that are left.
 */
final class ThriftBounds {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_VARINT = 10;

  private final byte[] bytes;
  private final int end;
  private int at;

  private ThriftBounds(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.end = end;
    at = from;
  }

  /**
   * Checks a struct.
   *
   * @return null when it is sound, else what is wrong, with the offset from {@code from}
   */
  static String problem(byte[] bytes, int from, int end) {
    var walk = new ThriftBounds(bytes, from, end);
    String problem = walk.struct(0);
    return problem == null ? null : problem + ", " + (walk.at - from) + " bytes from its start";
  }

  private String struct(int depth) {
    if (depth > MAX_DEPTH) {
      return "more than " + MAX_DEPTH + " structs in each other";
    }
    while (at < end) {
      int head = bytes[at++];
      if (head == 0) {
        return null;
      }
      if ((head & 0xf0) == 0 && varint() < 0) {
        return "a field without a number";
      }
      int type = head & 0xf;
      String problem = type <= 2 ? null : value(type, depth);
      if (problem != null) {
        return problem;
      }
    }
    return "a struct without an end";
  }

  /** Walks a value; a bool in a field is in the field's head, and in a list a byte. */
  private String value(int type, int depth) {
    return switch (type) {
      case 1, 2, 3 -> skip(1);
      case 4, 5, 6 -> varint() < 0 ? "a number without an end" : null;
      case 7 -> skip(Double.BYTES);
      case 8 -> skip(varint());
      case 9, 10 -> list(depth);
      case 11 -> map(depth);
      case 12 -> struct(depth + 1);
      default -> "the unknown type " + type;
    };
  }

  private String list(int depth) {
    if (at == end) {
      return "a list without a head";
    }
    int head = bytes[at++] & 0xff;
    long count = head >> 4 == 15 ? varint() : head >> 4;
    if (count < 0 || count > end - at) {
      return "a list of " + Long.toUnsignedString(count) + " in " + (end - at) + " bytes";
    }
    if (depth >= MAX_DEPTH) {
      return "more than " + MAX_DEPTH + " lists in each other";
    }
    String problem = null;
    for (long i = 0; i < count && problem == null; i++) {
      problem = value(head & 0xf, depth + 1);
    }
    return problem;
  }

  private String map(int depth) {
    long count = varint();
    if (count == 0) {
      return null;
    }
    if (count < 0 || count > end - at || depth >= MAX_DEPTH) {
      return "a map of " + Long.toUnsignedString(count) + " in " + (end - at) + " bytes";
    }
    int types = bytes[at++] & 0xff;
    String problem = null;
    for (long i = 0; i < count && problem == null; i++) {
      problem = value(types >> 4, depth + 1);
      problem = problem == null ? value(types & 0xf, depth + 1) : problem;
    }
    return problem;
  }

  private String skip(long count) {
    if (count < 0 || count > end - at) {
      return Long.toUnsignedString(count) + " bytes where " + (end - at) + " are left";
    }
    at += (int) count;
    return null;
  }

  /** Returns an unsigned number below 2^63, or a negative one when there is none. */
  private long varint() {
    long value = 0;
    for (int i = 0; i < MAX_VARINT && at < end; i++) {
      int next = bytes[at++];
      value |= (long) (next & 0x7f) << 7 * i;
      if (next >= 0) {
        return i == MAX_VARINT - 1 ? value & Long.MAX_VALUE : value;
      }
    }
    return -1;
  }

  /** Whether bytes have a word of ASCII at an offset. */
  static boolean isWord(String word, byte[] bytes, int at) {
    byte[] ascii = word.getBytes(StandardCharsets.US_ASCII);
    return java.util.Arrays.equals(bytes, at, at + ascii.length, ascii, 0, ascii.length);
  }
}
