// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

/** The five filters of PNG's rows: undone in place, and one of them applied. */
final class PngFilters {
  static final int NONE = 0;
  static final int SUB = 1;
  static final int UP = 2;
  static final int AVERAGE = 3;
  static final int PAETH = 4;

  private PngFilters() {}

  /**
   * Undoes a row's filter.
   *
   * @param filter 0 to 4
   * @param at index of the row's first byte
   * @param above index of the first byte of the row above, undone
   * @param count bytes of the row
   * @param pixel bytes of a pixel, at least 1
   */
  static void undo(int filter, byte[] rows, int at, int above, int count, int pixel) {
    int first = Math.min(pixel, count);
    switch (filter) {
      case SUB -> {
        for (int i = pixel; i < count; i++) {
          rows[at + i] += rows[at + i - pixel];
        }
      }
      case UP -> {
        for (int i = 0; i < count; i++) {
          rows[at + i] += rows[above + i];
        }
      }
      case AVERAGE -> {
        for (int i = 0; i < first; i++) {
          rows[at + i] += (byte) ((rows[above + i] & 0xff) >> 1);
        }
        for (int i = pixel; i < count; i++) {
          int sum = (rows[at + i - pixel] & 0xff) + (rows[above + i] & 0xff);
          rows[at + i] += (byte) (sum >> 1);
        }
      }
      case PAETH -> {
        for (int i = 0; i < first; i++) {
          rows[at + i] += rows[above + i];
        }
        for (int i = pixel; i < count; i++) {
          rows[at + i] +=
              (byte)
                  paeth(
                      rows[at + i - pixel] & 0xff,
                      rows[above + i] & 0xff,
                      rows[above + i - pixel] & 0xff);
        }
      }
      default -> {}
    }
  }

  /**
   * Applies Paeth's filter to a row.
   *
   * @param above index of the first byte of the row above, or -1
   * @param pixel bytes of a pixel
   */
  static void paeth(byte[] rows, int at, int above, int count, int pixel, byte[] into, int to) {
    if (above < 0) {
      System.arraycopy(rows, at, into, to, pixel);
      for (int i = pixel; i < count; i++) {
        into[to + i] = (byte) (rows[at + i] - rows[at + i - pixel]);
      }
      return;
    }
    for (int i = 0; i < pixel; i++) {
      into[to + i] = (byte) (rows[at + i] - rows[above + i]);
    }
    for (int i = pixel; i < count; i++) {
      int left = rows[at + i - pixel] & 0xff;
      int up = rows[above + i] & 0xff;
      into[to + i] = (byte) (rows[at + i] - paeth(left, up, rows[above + i - pixel] & 0xff));
    }
  }

  /** Returns the nearest to their plane among left, above and above left. */
  private static int paeth(int left, int above, int corner) {
    int toLeft = Math.abs(above - corner);
    int toAbove = Math.abs(left - corner);
    int toCorner = Math.abs(left + above - 2 * corner);
    if (toLeft <= toAbove && toLeft <= toCorner) {
      return left;
    }
    return toAbove <= toCorner ? above : corner;
  }
}
