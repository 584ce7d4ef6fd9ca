// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.format.Damage;
import dev.recordio.images.format.Orientation;
import dev.recordio.images.format.PluginLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The chunks of a PNG: shape, palette, transparency, orientation, and where the pixels' data is.
 * All other chunks are passed over: nothing of them is decompressed or kept.
 *
 * <p>Reused from image to image. Format: the PNG specification, third edition.
 */
final class PngLayout {
  static final int GRAY = 0;
  static final int RGB = 2;
  static final int PALETTE = 3;
  static final int GRAY_ALPHA = 4;
  static final int RGB_ALPHA = 6;

  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int IHDR = 0x49484452;
  private static final int PLTE = 0x504c5445;
  private static final int TRNS = 0x74524e53;
  private static final int IDAT = 0x49444154;
  private static final int GAMA = 0x67414d41;
  private static final int SRGB = 0x73524742;
  private static final int EXIF = 0x65584966;
  private static final int IEND = 0x49454e44;
  private static final int CHUNK = 12; // bytes beside its data: length, type, CRC
  private static final int ANCILLARY = 0x20000000;

  private final CRC32 crc = new CRC32();
  private byte[] bytes = {};
  private int offset;
  private int end;

  int width;
  int height;

  /** Bits of a stored sample: 1, 2, 4, 8 or 16. */
  int bits;

  int colors;
  boolean interlaced;
  int orientation;

  /** Red, green, blue and alpha of each colour of the palette; 256 of them. */
  final byte[] palette = new byte[4 * 256];

  /** Gamma in hundred thousandths, of gAMA or sRGB; 100,000 where there is none. */
  int gamma;

  /** Whether a tRNS chunk is there. */
  boolean transparent;

  /** The transparent colour, of grey in the first. */
  final int[] transparentColor = new int[3];

  /** Index of the first chunk of the pixels' data. */
  int data;

  private int dataEnd;
  private boolean paletteSeen;

  /** How many colors the palette has. */
  int paletteColors;

  private MalformedRecordException warning;

  /** Whether the bytes begin as a PNG does. */
  static boolean begins(byte[] bytes, int offset, int length) {
    return length >= SIGNATURE.length
        && Arrays.equals(bytes, offset, offset + SIGNATURE.length, SIGNATURE, 0, SIGNATURE.length);
  }

  /** Reads the first chunk, for shape and depth. */
  void readShape(byte[] source, int from, int length) throws MalformedRecordException {
    bytes = source;
    offset = from;
    end = from + length;
    warning = null;
    int at = offset + SIGNATURE.length;
    if (at + CHUNK + 13 > end) {
      throw Damage.at(end - offset, "a header (IHDR) of 13 bytes", "the end of the image");
    }
    if (ImageHeader.i32(bytes, at) != 13 || ImageHeader.i32(bytes, at + 4) != IHDR) {
      throw Damage.at(at - offset, "a header (IHDR) of 13 bytes", Damage.bytes(bytes, at, end));
    }
    hasCrc(at, 13, true);
    int body = at + 8;
    width = ImageHeader.i32(bytes, body);
    height = ImageHeader.i32(bytes, body + 4);
    bits = bytes[body + 8] & 0xff;
    colors = bytes[body + 9] & 0xff;
    interlaced = bytes[body + 12] == 1;
    if (width < 1 || height < 1 || Math.max(width, height) > PluginLayout.MAX_EDGE) {
      String shape = Integer.toUnsignedString(width) + "x" + Integer.toUnsignedString(height);
      throw Damage.at(body - offset, "1 to " + PluginLayout.MAX_EDGE + " columns and rows", shape);
    }
    if (!isKind()
        || bytes[body + 10] != 0
        || bytes[body + 11] != 0
        || (bytes[body + 12] & 0xfe) != 0) {
      throw Damage.at(
          body + 8 - offset,
          "a depth, type of colour, compression, filter and interlace method of PNG",
          Damage.bytes(bytes, body + 8, body + 13));
    }
  }

  private boolean isKind() {
    return switch (colors) {
      case GRAY -> bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16;
      case PALETTE -> bits == 1 || bits == 2 || bits == 4 || bits == 8;
      case RGB, GRAY_ALPHA, RGB_ALPHA -> bits == 8 || bits == 16;
      default -> false;
    };
  }

  /** Reads what is before the pixels' data, and the orientation where that is after them. */
  void readHeader(byte[] source, int from, int length) throws MalformedRecordException {
    readShape(source, from, length);
    readChunks(false);
  }

  /**
   * Reads the chunks after {@link #readShape}.
   *
   * @param whole whether all must be there, undamaged; else it is enough that the pixels' data
   *     begins
   */
  void readChunks(boolean whole) throws MalformedRecordException {
    orientation = 0;
    transparent = false;
    gamma = 0;
    paletteSeen = false;
    paletteColors = 0;
    data = -1;
    dataEnd = -1;
    int at = offset + SIGNATURE.length + CHUNK + 13;
    while (true) {
      if (!whole && data >= 0 && (at + CHUNK > end || length(at) > end - at - CHUNK)) {
        break;
      }
      if (at + CHUNK > end) {
        throw Damage.at(end - offset, "a chunk of a PNG", "the end of the image");
      }
      long length = length(at);
      if (length > end - at - CHUNK) {
        String found = length + " where " + (end - at - CHUNK) + " are left";
        throw Damage.at(at - offset, "the length of a chunk that is all there", found);
      }
      int type = ImageHeader.i32(bytes, at + 4);
      if (!isName(at + 4)) {
        throw Damage.at(
            at + 4 - offset, "the name of a chunk, 4 letters, the third a capital", name(at));
      }
      if (!whole && data >= 0 || hasCrc(at, (int) length, isNeeded(type))) {
        chunk(at, type, (int) length);
      }
      at += CHUNK + (int) length;
      if (type == IEND) {
        break;
      }
    }
    orientation = Math.max(1, orientation);
    gamma = gamma == 0 ? PngRows.Gray.ONE : gamma;
  }

  private long length(int at) {
    return Integer.toUnsignedLong(ImageHeader.i32(bytes, at));
  }

  /** Whether an image needs a chunk of this type: not a palette that is but a hint. */
  private boolean isNeeded(int type) {
    return (type & ANCILLARY) == 0 && (type != PLTE || colors == PALETTE);
  }

  /** Whether a chunk has its CRC; with a wrong one it counts as absent, as in libpng. */
  private boolean hasCrc(int at, int length, boolean isNeeded) throws MalformedRecordException {
    crc.reset();
    crc.update(bytes, at + 4, length + 4);
    int stored = ImageHeader.i32(bytes, at + 8 + length);
    if (stored == (int) crc.getValue()) {
      return true;
    }
    String expected = String.format("CRC %08x of chunk %s", (int) crc.getValue(), name(at));
    String found = String.format("%08x", stored);
    if (isNeeded) {
      throw Damage.at(at + 8 + length - offset, expected, found);
    }
    warn(at + 8 + length, expected, found);
    return false;
  }

  /** Notes what is wrong and harms no pixel. */
  void warn(int at, String expected, String found) {
    if (warning == null) {
      warning = Damage.at(at - offset, expected, found);
    }
  }

  /** Returns the first thing that is wrong and harms no pixel; null if there is none. */
  MalformedRecordException warning() {
    return warning;
  }

  private boolean isName(int at) {
    for (int i = at; i < at + 4; i++) {
      int letter = bytes[i] & ~0x20;
      if (letter < 'A' || letter > 'Z') {
        return false;
      }
    }
    return (bytes[at + 2] & 0x20) == 0;
  }

  private String name(int at) {
    return new String(bytes, at + 4, 4, StandardCharsets.ISO_8859_1).replaceAll("[^A-Za-z]", "?");
  }

  private void chunk(int at, int type, int length) throws MalformedRecordException {
    int body = at + 8;
    switch (type) {
      case PLTE -> palette(body, length);
      case TRNS -> transparency(body, length);
      case IDAT -> data(at, length);
      case GAMA, SRGB -> gamma(body, type, length);
      case EXIF -> orientation = Orientation.ofExif(bytes, body, body + length);
      case IEND -> {
        if (data < 0) {
          throw Damage.at(at - offset, "pixels (IDAT)", "the end of the image (IEND)");
        }
      }
      default -> {
        if ((type & ANCILLARY) == 0) {
          throw Damage.at(at - offset, "a chunk of an image, or one not needed", name(at));
        }
      }
    }
  }

  private void palette(int body, int length) throws MalformedRecordException {
    if (colors != PALETTE) {
      return; // a hint of RGB images; of no meaning for grey ones
    }
    String expected =
        "one palette before the pixels, of 1 to " + (1 << bits) + " colours of 3 bytes";
    if (paletteSeen || data >= 0 || length == 0 || length % 3 != 0 || length / 3 > 256) {
      throw Damage.at(
          body - offset,
          expected,
          paletteSeen ? "a second one" : data >= 0 ? "one after the pixels" : length + " bytes");
    }
    if (length / 3 > 1 << bits) {
      warn(body, expected, length + " bytes"); // libpng, too, takes the first ones
    }
    paletteSeen = true;
    paletteColors = Math.min(length / 3, 1 << bits);
    Arrays.fill(palette, (byte) 0);
    for (int i = 0; i < 256; i++) {
      if (i < paletteColors) {
        System.arraycopy(bytes, body + 3 * i, palette, 4 * i, 3);
      }
      palette[4 * i + 3] = (byte) 0xff;
    }
  }

  private void transparency(int body, int length) {
    if (data >= 0) {
      return;
    }
    if (colors == PALETTE && paletteSeen && length <= paletteColors) {
      for (int i = 0; i < length; i++) {
        palette[4 * i + 3] = bytes[body + i];
      }
      transparent = length > 0;
    } else if (colors == GRAY && length == 2 || colors == RGB && length == 6) {
      for (int i = 0; i < length / 2; i++) {
        transparentColor[i] = ImageHeader.u16(bytes, body + 2 * i) & (1 << bits) - 1;
      }
      transparent = true;
    } else {
      warn(body, "alpha (tRNS) for the colours of the image", length + " bytes"); // as without it
    }
  }

  /** As libpng: the first of gAMA counts, but sRGB more; both before the palette. */
  private void gamma(int body, int type, int length) {
    if (data >= 0 || paletteSeen) {
      return;
    }
    if (type == SRGB && length == 1) {
      gamma = PngRows.Gray.SRGB;
    } else if (type == GAMA && length == 4 && gamma == 0) {
      int value = ImageHeader.i32(bytes, body);
      gamma = PngRows.Gray.isValid(value) ? value : 0;
    }
  }

  private void data(int at, int length) throws MalformedRecordException {
    if (colors == PALETTE && !paletteSeen) {
      throw Damage.at(at - offset, "a palette (PLTE) before the pixels", "none");
    }
    if (data < 0) {
      data = at;
    } else if (dataEnd != at) {
      // As libpng, which then wants all pixels in those before it.
      warn(at, "the pixels' chunks (IDAT) one after the other", "others between");
      return;
    }
    dataEnd = at + CHUNK + length;
  }

  /** Returns the index after the last chunk of the pixels' data. */
  int dataEnd() {
    return dataEnd;
  }

  /** Returns the samples that are stored of a pixel. */
  int samples() {
    return switch (colors) {
      case RGB -> 3;
      case GRAY_ALPHA -> 2;
      case RGB_ALPHA -> 4;
      default -> 1;
    };
  }

  /** Returns the channels of the image, as {@link ImageHeader#channels} has them. */
  int storedChannels() {
    boolean color = colors == PALETTE || colors == RGB;
    return color ? transparent ? 4 : 3 : samples();
  }

  /** Returns the bytes of so many stored pixels. */
  int rowBytes(int pixels) {
    return (int) (((long) pixels * samples() * bits + 7) / 8);
  }
}
