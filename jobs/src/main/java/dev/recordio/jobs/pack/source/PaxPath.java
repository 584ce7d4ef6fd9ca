// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the path in the extended headers of an entry of a tar, as bytes: the library decodes it,
 * and replaces bytes that are not UTF-8.
 */
final class PaxPath {
  private static final int BLOCK = 512;
  private static final int SIZE_AT = 124;
  private static final int SIZE_BYTES = 12;
  private static final int TYPE_AT = 156;
  private static final byte[] PATH = "path=".getBytes(StandardCharsets.US_ASCII);

  private PaxPath() {}

  /**
   * Returns the path.
   *
   * @param headers the blocks of an entry, up to its content; the library has accepted them
   * @param from where they begin
   * @return null when the name is in the entry's own header, or in a GNU header of a long name
   */
  static byte[] of(byte[] headers, int from) {
    for (int at = from; at + BLOCK <= headers.length; ) {
      int size = size(headers, at);
      byte type = headers[at + TYPE_AT];
      boolean passed = type == 'g' || type == 'K';
      if (type == 'x' || type == 'X') {
        byte[] path = path(headers, at + BLOCK, Math.min(headers.length, at + BLOCK + size));
        if (path != null) {
          return path;
        }
      } else if (!passed) {
        return null;
      }
      at += BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK;
    }
    return null;
  }

  /** Returns the bytes of an extended header, at most as many as all headers may have. */
  private static int size(byte[] headers, int at) {
    long size = 0;
    for (int i = at + SIZE_AT; i < at + SIZE_AT + SIZE_BYTES; i++) {
      if (headers[i] >= '0' && headers[i] <= '7') {
        size = size << 3 | headers[i] - '0';
      }
    }
    return (int) Math.min(size, headers.length);
  }

  /** Walks records: the length of all of it in digits, a space, key=value, a line feed. */
  private static byte[] path(byte[] headers, int from, int to) {
    byte[] path = null;
    for (int at = from; at < to; ) {
      int length = 0;
      int key = at;
      while (key < to && headers[key] >= '0' && headers[key] <= '9' && length < to) {
        length = 10 * length + headers[key++] - '0';
      }
      key++;
      int end = at + length;
      if (length == 0 || end > to || key > end - 1) {
        return path;
      }
      int value = key + PATH.length;
      if (value < end && Arrays.equals(headers, key, value, PATH, 0, PATH.length)) {
        path = Arrays.copyOfRange(headers, value, end - 1);
      }
      at = end;
    }
    return path;
  }
}
