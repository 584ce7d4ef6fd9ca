// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.util.Arrays;

/**
 * Stored samples of a PNG's row to pixels, as OpenCV makes them of libpng: fewer than 8 bits and
 * palettes expand; alpha is dropped, not blended, or kept; of 16 bits the high 8 are taken, or all.
 * Gamma changes nothing but grey of colours.
 *
 * <p>UNCHANGED: grey has 1 channel, also with a transparent colour, grey with alpha 4; RGB and
 * palettes have 3, or 4 with a transparent colour.
 */
final class PngRows {
  private final PngLayout layout;
  private final PngGray grays = new PngGray();
  private byte[] unpacked = {};

  /** The channels of the pixels. */
  int channels;

  /** The bits of their samples. */
  int depth;

  private int greatestIndex;
  private boolean copies;
  private boolean gray;

  PngRows(PngLayout layout) {
    this.layout = layout;
  }

  /** Begins an image, after its chunks are read. */
  void begin(ImageColor color) {
    boolean colored = (layout.colors & PngLayout.RGB) != 0;
    boolean alpha = (layout.colors & PngLayout.GRAY_ALPHA) != 0;
    boolean unchanged = color == ImageColor.UNCHANGED;
    greatestIndex = -1;
    gray = color == ImageColor.GRAY;
    if (gray) {
      grays.begin(layout.gamma);
    }
    depth = unchanged && layout.bits == 16 ? 16 : 8;
    if (!unchanged) {
      channels = gray ? 1 : 3;
    } else {
      channels = alpha || colored && layout.transparent ? 4 : colored ? 3 : 1;
    }
    copies =
        layout.colors != PngLayout.PALETTE
            && channels == layout.samples()
            && depth == Math.max(8, layout.bits);
  }

  /** Returns the greatest index into the palette; -1 without one. */
  int greatestIndex() {
    return greatestIndex;
  }

  /** Makes pixels of a row's bytes. */
  void expand(byte[] row, int from, int count, byte[] into, int to) {
    if (layout.bits < 8) {
      unpack(row, from, count);
      expandBytes(unpacked, 0, count, into, to);
    } else {
      expandBytes(row, from, count, into, to);
    }
  }

  private void expandBytes(byte[] row, int from, int count, byte[] into, int to) {
    if (copies) {
      System.arraycopy(row, from, into, to, count * channels * (depth / 8));
    } else if (layout.colors == PngLayout.PALETTE) {
      palette(row, from, count, into, to);
    } else if (layout.bits == 16) {
      words(row, from, count, into, to);
    } else {
      bytes(row, from, count, into, to);
    }
  }

  /** One sample a byte; of grey the greatest becomes 255. */
  private void unpack(byte[] row, int from, int count) {
    if (unpacked.length < count) {
      unpacked = Arrays.copyOf(unpacked, Math.max(count, 2 * unpacked.length));
    }
    int bits = layout.bits;
    int max = (1 << bits) - 1;
    int factor = layout.colors == PngLayout.PALETTE ? 1 : 255 / max;
    for (int i = 0; i < count; i++) {
      int bit = i * bits;
      int shift = 8 - bits - (bit & 7);
      unpacked[i] = (byte) ((row[from + (bit >> 3)] >> shift & max) * factor);
    }
  }

  private void palette(byte[] row, int from, int count, byte[] into, int to) {
    byte[] palette = layout.palette;
    int out = to;
    for (int i = 0; i < count; i++, out += channels) {
      int index = row[from + i] & 0xff;
      greatestIndex = Math.max(greatestIndex, index);
      int color = 4 * index;
      if (gray) {
        int red = palette[color] & 0xff;
        int green = palette[color + 1] & 0xff;
        int blue = palette[color + 2] & 0xff;
        into[out] = grays.of8(red, green, blue);
      } else {
        System.arraycopy(palette, color, into, out, channels);
      }
    }
  }

  private void bytes(byte[] row, int from, int count, byte[] into, int to) {
    int samples = layout.samples();
    int second = samples >= 3 ? 1 : 0;
    int out = to;
    int at = from;
    for (int i = 0; i < count; i++, at += samples, out += channels) {
      byte red = row[at];
      byte green = row[at + second];
      byte blue = row[at + 2 * second];
      if (channels == 1) {
        into[out] = grays.of8(red & 0xff, green & 0xff, blue & 0xff);
        continue;
      }
      into[out] = red;
      into[out + 1] = green;
      into[out + 2] = blue;
      if (channels == 4) {
        into[out + 3] =
            layout.transparent
                ? alpha(red & 0xff, green & 0xff, blue & 0xff)
                : row[at + samples - 1];
      }
    }
  }

  private void words(byte[] row, int from, int count, byte[] into, int to) {
    int samples = layout.samples();
    int second = samples >= 3 ? 2 : 0;
    int pixel = channels * (depth / 8);
    int out = to;
    int at = from;
    for (int i = 0; i < count; i++, at += 2 * samples, out += pixel) {
      int red = BigEndian.u16(row, at);
      int green = BigEndian.u16(row, at + second);
      int blue = BigEndian.u16(row, at + 2 * second);
      if (channels == 1) {
        into[out] = PngGray.of16(red, green, blue);
      } else if (depth == 8) {
        into[out] = (byte) (red >> 8);
        into[out + 1] = (byte) (green >> 8);
        into[out + 2] = (byte) (blue >> 8);
      } else {
        put(into, out, red);
        put(into, out + 2, green);
        put(into, out + 4, blue);
        int last = at + 2 * samples - 2;
        put(
            into,
            out + 6,
            layout.transparent
                ? (alpha(red, green, blue) & 0xff) * 0x101
                : BigEndian.u16(row, last));
      }
    }
  }

  private byte alpha(int red, int green, int blue) {
    int[] color = layout.transparentColor;
    return (byte) (red == color[0] && green == color[1] && blue == color[2] ? 0 : 0xff);
  }

  private static void put(byte[] into, int at, int value) {
    into[at] = (byte) (value >> 8);
    into[at + 1] = (byte) value;
  }
}
