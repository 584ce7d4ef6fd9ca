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
  private final Gray grays = new Gray();
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
      int red = ImageHeader.u16(row, at);
      int green = ImageHeader.u16(row, at + second);
      int blue = ImageHeader.u16(row, at + 2 * second);
      if (channels == 1) {
        into[out] = Gray.of16(red, green, blue);
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
                : ImageHeader.u16(row, last));
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

  /**
   * Grey of red, green and blue, as libpng makes it for OpenCV: with weights of 2^15; where the PNG
   * says its gamma (gAMA, or sRGB), of linear light, for samples of 8 bits.
   */
  static final class Gray {
    /** Gamma 1, and the gamma of sRGB, in hundred thousandths. */
    static final int ONE = 100_000;

    static final int SRGB = 45_455;

    private static final int MIN = 16;
    private static final int MAX = 625_000_000;
    private static final int UNSEEN = 5_000; // so near to 1 nothing is done

    // Of .299, .587, and what is left of 2^15.
    private static final int RED = 9797;
    private static final int GREEN = 19234;
    private static final int BLUE = 3737;

    private final byte[] toLinear = new byte[256];
    private final byte[] fromLinear = new byte[256];
    private int known = ONE; // the gamma of the tables
    private boolean linear;

    /** Whether a PNG may have this gamma; else libpng ignores it. */
    static boolean isValid(int gamma) {
      return gamma >= MIN && gamma <= MAX;
    }

    /** Begins an image of a gamma. */
    void begin(int gamma) {
      linear = Math.abs(gamma - ONE) > UNSEEN;
      if (linear && gamma != known) {
        int inverse = inverse(gamma);
        fill(toLinear, inverse);
        fill(fromLinear, inverse(inverse));
        known = gamma;
      }
    }

    private static int inverse(int gamma) {
      return (int) Math.min(Integer.MAX_VALUE, Math.floor(1e10 / gamma + .5));
    }

    private static void fill(byte[] table, int gamma) {
      for (int i = 0; i < 256; i++) {
        table[i] = (byte) (int) Math.floor(255 * Math.pow(i / 255., gamma * .00001) + .5);
      }
    }

    /** Returns the grey of samples of 8 bits. */
    byte of8(int red, int green, int blue) {
      if (!linear) {
        return (byte) (RED * red + GREEN * green + BLUE * blue >> 15);
      }
      if (red == green && red == blue) {
        return (byte) red;
      }
      int sum =
          RED * (toLinear[red] & 0xff)
              + GREEN * (toLinear[green] & 0xff)
              + BLUE * (toLinear[blue] & 0xff);
      return fromLinear[sum + (1 << 14) >> 15];
    }

    /** Returns the high byte of the grey of samples of 16 bits. */
    static byte of16(int red, int green, int blue) {
      return (byte) ((RED * red + GREEN * green + BLUE * blue + (1 << 14) >> 15) >> 8);
    }
  }
}
