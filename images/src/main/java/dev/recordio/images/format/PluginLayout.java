// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.format;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * What a BMP, GIF, TIFF or WebP says before its pixels, read and checked before a plugin sees it.
 * Numbers are little-endian, in TIFF also big-endian. Offsets are indices in the array.
 */
public final class PluginLayout {
  /** Columns or rows at most, as libpng and OpenCV. JPEG has 16 bits for them. */
  public static final int MAX_EDGE = 1_000_000;

  private static final int TRANSPARENT = 1; // flag of a graphic control extension
  private static final int ALPHA = 0x10; // flag of VP8X
  private static final int TABLE = 0x80; // flag of a table of colours

  public final ImageFormat format;
  final byte[] bytes;
  final int offset;
  final int end;
  boolean big; // the high byte of a number comes first

  public int width;
  public int height;
  public int channels; // as ImageHeader has them
  public int depth = 8;
  public int orientation = 1;

  /** Where the size is. */
  public int sizeAt;

  /** Where the pixels' data is, for errors. */
  public int dataAt;

  /** The frame of a GIF: its first column and row; and the colour where no frame is. */
  public int left;

  public int top;
  public int background;

  /** The chunk of a WebP that has the pixels; its chunk of alpha, or -1. */
  private int chunkAt;

  private int alphaAt = -1;
  private int chunkEnd;

  /** The tags of a TIFF; null for others. */
  public TiffTags tiff;

  private int[] patches = {}; // positions and bytes, as PluginStream has them

  private PluginLayout(ImageFormat format, byte[] bytes, int offset, int length) {
    this.format = format;
    this.bytes = bytes;
    this.offset = offset;
    end = offset + length;
  }

  /**
   * Reads the header of an image.
   *
   * @throws MalformedRecordException when it is cut, says what cannot be, or is of a kind that is
   *     not decoded, which the error names
   */
  public static PluginLayout read(ImageFormat format, byte[] bytes, int offset, int length)
      throws MalformedRecordException {
    var layout = new PluginLayout(format, bytes, offset, length);
    switch (format) {
      case BMP -> layout.bmp();
      case GIF -> layout.gif();
      case TIFF -> layout.tiff = new TiffTags(layout);
      case WEBP -> layout.webp();
      default -> throw new IllegalArgumentException(format + " needs no plugin");
    }
    if (layout.width < 1 || layout.height < 1 || Math.max(layout.width, layout.height) > MAX_EDGE) {
      throw layout.wrong(
          layout.sizeAt,
          "1 to " + MAX_EDGE + " columns and rows",
          Integer.toUnsignedString(layout.width) + "x" + layout.height);
    }
    return layout;
  }

  int u8(int at) throws MalformedRecordException {
    need(at, 1);
    return bytes[at] & 0xff;
  }

  int u16(int at) throws MalformedRecordException {
    need(at, 2);
    int high = bytes[big ? at : at + 1] & 0xff;
    return high << 8 | bytes[big ? at + 1 : at] & 0xff;
  }

  int i32(int at) throws MalformedRecordException {
    need(at, 4);
    int number = LittleEndian.getInt(bytes, at);
    return big ? Integer.reverseBytes(number) : number;
  }

  long u32(int at) throws MalformedRecordException {
    return Integer.toUnsignedLong(i32(at));
  }

  /** Checks that there are so many bytes. */
  private void need(int at, int count) throws MalformedRecordException {
    if (count > end - at) {
      throw wrong(end, "more of a " + format, "the end of the image");
    }
  }

  /** Returns an error at an index. */
  MalformedRecordException wrong(int at, String expected, String found) {
    return Damage.at(at - offset, expected, found);
  }

  /** Returns where data begins, and checks that it all is there. */
  int data(int at, long from, long length) throws MalformedRecordException {
    if (from + length > end - offset) {
      throw wrong(
          at,
          "data that is all there, in " + (end - offset) + " bytes",
          length + " bytes at offset " + from);
    }
    return offset + (int) from;
  }

  private void bmp() throws MalformedRecordException {
    int header = i32(offset + 14);
    boolean core = header == 12;
    sizeAt = offset + 18;
    width = core ? u16(sizeAt) : i32(sizeAt);
    height = core ? u16(sizeAt + 2) : Math.abs(i32(sizeAt + 4));
    int bitsAt = core ? sizeAt + 6 : sizeAt + 10;
    int bits = u16(bitsAt);
    int compression = core ? 0 : i32(bitsAt + 2);
    boolean known =
        switch (compression) {
          case 0 -> bits == 1 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32;
          case 1 -> bits == 8;
          case 2 -> bits == 4;
          case 3 -> bits == 16 || bits == 32;
          default -> false;
        };
    if (!known) {
      throw wrong(
          bitsAt,
          "a BMP of 1, 4, 8, 16, 24 or 32 bits a pixel, with run lengths or not",
          bits + " bits, compression " + compression);
    }
    if (compression == 3) {
      String masks =
          String.format("%x %x %x", i32(offset + 54), i32(offset + 58), i32(offset + 62));
      // OpenCV takes others, too, and reads them as these.
      List<String> usual =
          bits == 32 ? List.of("ff0000 ff00 ff") : List.of("7c00 3e0 1f", "f800 7e0 1f");
      if (!usual.contains(masks)) {
        throw wrong(offset + 54, "the masks " + String.join(" or ", usual), masks);
      }
    }
    channels = 3;
    int colors = core ? 0 : i32(sizeAt + 28);
    if (bits <= 8 && (colors < 0 || colors > 1 << bits)) {
      throw wrong(sizeAt + 28, (1 << bits) + " colours at most", Integer.toUnsignedString(colors));
    }
    if (header > 40) { // no profile
      patches = new int[] {70, 'B', 71, 'G', 72, 'R', 73, 's'};
    }
    long rows = Math.abs((long) height) * (((long) width * bits + 31) / 32 * 4);
    boolean runs = compression == 1 || compression == 2;
    dataAt = data(offset + 10, u32(offset + 10), runs ? u32(sizeAt + 16) : Math.max(0, rows));
  }

  /** As far as the first frame: no plugin tells where it is. */
  private void gif() throws MalformedRecordException {
    sizeAt = offset + 6;
    width = u16(sizeAt);
    height = u16(sizeAt + 2);
    int flags = u8(sizeAt + 4);
    int at = offset + 13;
    boolean colors = (flags & TABLE) != 0;
    if (colors) {
      int index = u8(sizeAt + 5);
      int count = 2 << (flags & 7);
      u8(at + 3 * count - 1);
      if (index < count) {
        background = Integer.reverseBytes(i32(at + 3 * index - 1)) & 0xffffff;
      }
      at += 3 * count;
    }
    channels = 3;
    int kind = u8(at);
    for (; kind == 0x21; kind = u8(at)) {
      if (u8(at + 1) == 0xf9 && u8(at + 2) == 4) {
        channels = (u8(at + 3) & TRANSPARENT) != 0 ? 4 : 3;
      }
      at += 2;
      for (int length; (length = u8(at++)) > 0; ) {
        at += length;
      }
    }
    if (kind != 0x2c) {
      throw wrong(at, "the frame of a GIF", String.format("a block 0x%02x", kind));
    }
    left = u16(at + 1);
    top = u16(at + 3);
    int columns = u16(at + 5);
    int rows = u16(at + 7);
    dataAt = at;
    if (left + columns > width || top + rows > height || columns == 0 || rows == 0) {
      throw wrong(
          at + 1,
          "a frame in a GIF of " + width + "x" + height,
          columns + "x" + rows + " at " + left + "," + top);
    }
    if (!colors && (u8(at + 9) & TABLE) == 0) {
      throw wrong(at, "a table of colours", "none");
    }
  }

  private void webp() throws MalformedRecordException {
    data(offset + 4, 8, u32(offset + 4));
    int stop = offset + 8 + (int) u32(offset + 4);
    int canvas = -1;
    int at = offset + 12;
    while (channels == 0 || at + 8 <= stop) {
      String name = "" + (char) u8(at) + (char) u8(at + 1) + (char) u8(at + 2) + (char) u8(at + 3);
      int length = data(at + 4, at + 8L - offset, u32(at + 4)) >= 0 ? i32(at + 4) : 0;
      int body = at + 8;
      switch (name) {
        case "VP8X" -> canvas = body;
        case "ALPH" -> alphaAt = at;
        case "VP8 " -> lossy(at, body);
        case "VP8L" -> lossless(at, body);
        case "ANIM", "ANMF" -> throw wrong(at, "a still WebP", "an animated one");
        case "EXIF" -> {
          boolean named = length > 6 && bytes[body] == 'E' && bytes[body + 1] == 'x';
          orientation = Orientation.ofExif(bytes, body + (named ? 6 : 0), body + length);
        }
        default -> {} // profiles, which change no pixel here, and others
      }
      at = body + length + (length & 1);
    }
    if (canvas >= 0 && channels != 0) {
      int columns = 1 + (i32(canvas + 4) & 0xffffff);
      int rows = 1 + (i32(canvas + 6) >>> 8);
      if (columns != width || rows != height) {
        throw wrong(sizeAt, "an image of " + columns + "x" + rows, width + "x" + height);
      }
    }
  }

  private void lossy(int at, int body) throws MalformedRecordException {
    if ((u8(body) & 1) != 0 || u8(body + 3) != 0x9d || u8(body + 4) != 1 || u8(body + 5) != 0x2a) {
      throw wrong(body, "a key frame of VP8", Damage.bytes(bytes, body, end));
    }
    size(at, body + 6, u16(body + 6) & 0x3fff, u16(body + 8) & 0x3fff, alphaAt >= 0);
  }

  private void lossless(int at, int body) throws MalformedRecordException {
    int size = i32(body + 1);
    if (u8(body) != 0x2f || size >>> 29 != 0) {
      throw wrong(body, "a lossless image (2f), version 0", Damage.bytes(bytes, body, end));
    }
    size(at, body + 1, 1 + (size & 0x3fff), 1 + (size >> 14 & 0x3fff), (size >> 28 & 1) != 0);
  }

  private void size(int at, int sizeIndex, int columns, int rows, boolean alpha)
      throws MalformedRecordException {
    chunkAt = at;
    if (channels != 0) {
      throw wrong(at, "one image in a WebP", "a second one");
    }
    chunkEnd = Math.min(end, at + 8 + i32(at + 4) + (i32(at + 4) & 1));
    dataAt = at + 8;
    sizeAt = sizeIndex;
    width = columns;
    height = rows;
    channels = alpha ? 4 : 3;
  }

  /**
   * Gives a plugin what it needs of the image.
   *
   * @param alpha whether alpha is wanted
   */
  public void open(PluginStream stream, boolean alpha) {
    int length = end - offset;
    if (format == ImageFormat.WEBP) {
      // One image, and no profile, which would change colours.
      boolean both = alpha && alphaAt >= 0 && channels == 4 && alphaAt < chunkAt;
      int from = both ? alphaAt : chunkAt;
      int count = chunkEnd - from;
      ByteBuffer head = ByteBuffer.allocate(both ? 30 : 12).order(ByteOrder.LITTLE_ENDIAN);
      head.putInt(0x46464952).putInt(head.capacity() - 8 + count).putInt(0x50424557);
      if (both) {
        head.putInt(0x58385056).putInt(10).putInt(ALPHA);
        head.putInt(width - 1 | height - 1 << 24).putShort((short) (height - 1 >> 8));
      }
      stream.open(head.array(), bytes, from, count, true);
    } else {
      stream.open(new byte[0], bytes, offset, length, false, tiff == null ? patches : tiff.patches);
    }
  }
}
