// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.format;

import dev.recordio.bytes.LittleEndian;

/**
 * Where a stored pixel belongs in the image as it is meant: by the eight orientations of EXIF; 5 to
 * 8 exchange columns and rows. Positions are of pixels, row after row.
 */
public final class Orientation {
  private static final int TILE = 16; // pixels
  private static final int EXIF_TAG = 0x0112;
  private static final int EXIF_ENTRY = 12; // bytes: tag, type, count, value

  private final int first;
  private final int right;
  private final int down;
  private final boolean exchanges;

  /**
   * Creates the placing of an image.
   *
   * @param orientation 1 to 8
   * @param width columns as stored
   * @param height rows as stored
   */
  public Orientation(int orientation, int width, int height) {
    exchanges = orientation >= 5;
    int stride = exchanges ? height : width;
    boolean fromRight =
        orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    boolean fromBottom =
        orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    int along = exchanges ? stride : 1;
    int across = exchanges ? 1 : stride;
    right = fromRight ? -along : along;
    down = fromBottom ? -across : across;
    first = (fromRight ? (width - 1) * along : 0) + (fromBottom ? (height - 1) * across : 0);
  }

  /** Whether columns become rows. */
  public static boolean exchanges(int orientation) {
    return orientation >= 5;
  }

  /**
   * Copies stored rows to their places.
   *
   * @param rows the stored pixels, without gaps
   * @param from index of the first byte
   * @param width columns as stored
   * @param y the first row's number
   * @param count rows
   * @param pixel bytes of a pixel
   */
  public void place(byte[] rows, int from, int width, int y, int count, int pixel, byte[] into) {
    if (right == 1) {
      for (int row = 0; row < count; row++) {
        int at = first + (y + row) * down;
        System.arraycopy(rows, from + row * width * pixel, into, at * pixel, width * pixel);
      }
      return;
    }
    int tile = exchanges ? TILE : width;
    for (int top = 0; top < count; top += TILE) {
      for (int left = 0; left < width; left += tile) {
        int bottom = Math.min(count, top + TILE);
        int stop = Math.min(width, left + tile);
        for (int row = top; row < bottom; row++) {
          line(
              rows,
              from + (row * width + left) * pixel,
              stop - left,
              left,
              1,
              y + row,
              pixel,
              into);
        }
      }
    }
  }

  /**
   * Copies stored pixels of one row to their places.
   *
   * @param from index of the first byte
   * @param count pixels
   * @param x the first one's column
   * @param next columns from one to the next
   * @param y the row
   * @param pixel bytes of a pixel
   */
  public void line(
      byte[] line, int from, int count, int x, int next, int y, int pixel, byte[] into) {
    int to = (first + x * right + y * down) * pixel;
    int step = right * next * pixel;
    int at = from;
    for (int i = 0; i < count; i++, to += step) {
      for (int b = 0; b < pixel; b++) {
        into[to + b] = line[at++];
      }
    }
  }

  /**
   * Returns the orientation that EXIF says, a TIFF file of tags, 1 to 8: the value of tag 0x0112 in
   * the first directory; 1 where there is none or it is no such number. As OpenCV, it looks at
   * neither type nor count.
   *
   * @param from index of the byte order mark
   * @param end index after the last byte
   */
  public static int ofExif(byte[] bytes, int from, int end) {
    if (end - from < 10) {
      return 1;
    }
    boolean little = bytes[from] == 'I' && bytes[from + 1] == 'I';
    boolean big = bytes[from] == 'M' && bytes[from + 1] == 'M';
    if (!little && !big || u16(bytes, from + 2, little) != 42) {
      return 1;
    }
    long directory = u32(bytes, from + 4, little);
    if (directory > end - from - 2) {
      return 1;
    }
    int at = from + (int) directory;
    int entries = Math.min(u16(bytes, at, little), (end - at - 2) / EXIF_ENTRY);
    for (int i = 0; i < entries; i++) {
      int entry = at + 2 + i * EXIF_ENTRY;
      if (u16(bytes, entry, little) == EXIF_TAG) {
        int value = u16(bytes, entry + 8, little);
        return value >= 1 && value <= 8 ? value : 1;
      }
    }
    return 1;
  }

  private static int u16(byte[] bytes, int at, boolean little) {
    int low = bytes[little ? at : at + 1] & 0xff;
    return low | (bytes[little ? at + 1 : at] & 0xff) << 8;
  }

  private static long u32(byte[] bytes, int at, boolean little) {
    int number = LittleEndian.getInt(bytes, at);
    return Integer.toUnsignedLong(little ? number : Integer.reverseBytes(number));
  }
}
