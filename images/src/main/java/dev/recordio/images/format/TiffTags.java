// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.format;

import dev.recordio.bytes.MalformedRecordException;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The tags of the first page of a TIFF: what its pixels are, and that all their data is there. Only
 * kinds that OpenCV decodes to the same pixels pass.
 */
public final class TiffTags {
  public static final int RGB = 2;
  public static final int PALETTE = 3;
  public static final int CMYK = 5;

  private static final int WHITE_IS_ZERO = 0;
  private static final int MAX_SAMPLES = 4;
  private static final int ENTRY = 12; // bytes: tag, type, count, value
  private static final int DIFFERENCES = 2; // horizontal, as predictor
  private static final int COLOR_MAP = 320;
  private static final int PREDICTOR = 317;
  private static final int ICC_PROFILE = 34675;

  /** Compressions that are decoded: all of them without loss. */
  private static final Map<Integer, String> COMPRESSIONS =
      Map.of(
          1,
          "none",
          2,
          "CCITT",
          3,
          "G3",
          4,
          "G4",
          5,
          "LZW",
          8,
          "Deflate",
          32946,
          "Deflate",
          32773,
          "PackBits");

  private static final Map<Integer, String> REFUSED =
      Map.of(6, "JPEG", 7, "JPEG", 34925, "LZMA", 50000, "Zstd", 50001, "WebP", 34676, "SGI log");

  private static final int LZW_CLEAR = 256;
  private static final int LZW_END = 257;

  private final int[] strings = new int[1 << 12]; // the lengths of LZW's
  private final PluginLayout layout;
  private final int directory; // index of the first entry
  private final int entries;

  /** What a sample means: as TIFF's PhotometricInterpretation. */
  public final int colors;

  /** Samples of a pixel, with alpha. */
  final int samples;

  /** Whether colours are to be multiplied by the alpha that follows them. */
  public final boolean plainAlpha;

  /** Whether samples of 16 bits are differences to those left of them. */
  public final boolean differences;

  /** Columns and rows of a tile, or of a strip. */
  public final int tileWidth;

  public final int tileHeight;

  private final boolean tiled;
  private final int bits;
  private final int compression;

  /** What the plugin is to see in place of some bytes: positions and bytes. */
  final int[] patches;

  /** Reads the tags, and sets the size of the layout. */
  TiffTags(PluginLayout layout) throws MalformedRecordException {
    this.layout = layout;
    layout.big = layout.bytes[layout.offset] == 'M';
    directory = layout.data(layout.offset + 4, layout.u32(layout.offset + 4), 2) + 2;
    entries = layout.u16(directory - 2);
    layout.data(directory - 2, directory - layout.offset, (long) entries * ENTRY);
    layout.sizeAt = Math.max(directory, entry(256) + 8);
    layout.width = one(256, -1);
    layout.height = one(257, -1);
    layout.orientation = one(274, 1);
    bits = one(258, 1);
    colors = one(262, -1);
    samples = one(277, 1);
    plainAlpha = colors == RGB && samples > 3 && one(338, 0) == 2;
    compression = one(259, 1);
    tiled = entry(322) >= 0;
    tileWidth = tiled ? one(322, 0) : layout.width;
    tileHeight = tiled ? one(323, 0) : Math.min(one(278, layout.height), layout.height);
    int predictor =
        compression == 5 || compression == 8 || compression == 32946 ? one(PREDICTOR, 1) : 1;
    differences = predictor == DIFFERENCES && bits == 16;
    layout.depth = bits == 16 ? 16 : 8;
    layout.channels = colors == PALETTE ? 3 : samples;
    checkKind();
    patches = patches();
  }

  private void checkKind() throws MalformedRecordException {
    expect(
        tiled ? 322 : 278,
        tileWidth > 0 && tileHeight > 0,
        "tiles or strips of some pixels",
        tileWidth + "x" + tileHeight);
    int bitsOfEach = entry(258);
    for (long i = count(bitsOfEach) - 1; i > 0; i--) {
      long other = i < MAX_SAMPLES ? value(bitsOfEach, i) : -1;
      expect(258, other == bits, "samples of the same bits", "others");
    }
    String name = REFUSED.getOrDefault(compression, "compression " + compression);
    String expected = "a TIFF without compression, of LZW, Deflate, PackBits or CCITT";
    expect(259, COMPRESSIONS.containsKey(compression), expected, name);
    boolean known =
        switch (colors) {
          case WHITE_IS_ZERO -> samples == 1 && (bits == 1 || bits == 8);
          case 1 ->
              samples == 1 && (bits == 1 || bits == 8 || bits == 16) || samples == 2 && bits == 8;
          case RGB -> (samples == 3 || samples == 4) && (bits == 8 || bits == 16);
          case PALETTE -> samples == 1 && (bits == 4 || bits == 8);
          case CMYK -> samples == 4 && bits == 8;
          default -> false;
        };
    expect(
        262,
        known && one(339, 1) == 1,
        "a TIFF of grey, RGB, a palette or CMYK, of whole numbers of 8 or 16 bits or black and white",
        String.format(
            "PhotometricInterpretation %d, %d samples of %d bits, SampleFormat %d",
            colors, samples, bits, one(339, 1)));
    expect(
        PREDICTOR,
        one(PREDICTOR, 1) <= DIFFERENCES,
        "no predictor, or differences (2)",
        "" + one(PREDICTOR, 1));
    boolean turned = layout.orientation != 1;
    expect(
        274,
        layout.orientation >= 1 && layout.orientation <= 8 && !(turned && tiled),
        "an orientation of 1 to 8, of tiles 1",
        "" + layout.orientation);
  }

  /**
   * Checks that the data of each strip or tile is there, after the limits of the image and of its
   * tiles are.
   */
  public void checkData() throws MalformedRecordException {
    int width = layout.width;
    int height = layout.height;
    int planes = one(284, 1) == 2 ? samples : 1;
    long across = (width + tileWidth - 1L) / tileWidth;
    long count = across * ((height + tileHeight - 1L) / tileHeight) * planes;
    int offsets = entry(tiled ? 324 : 273);
    int lengths = entry(tiled ? 325 : 279);
    for (int entry : new int[] {offsets, lengths}) {
      expect(tiled ? 322 : 278, count(entry) >= count, count + " parts", count(entry) + "");
    }
    long row = ((long) tileWidth * bits * (samples / planes) + 7) / 8;
    for (int i = 0; i < count; i++) {
      long length = value(lengths, i);
      int at = layout.data(offsets, value(offsets, i), length);
      layout.dataAt = i == 0 ? at : layout.dataAt;
      long y = tiled ? 0 : i % (count / planes) * tileHeight;
      long rows = Math.min(tileHeight, tiled ? tileHeight : height - y);
      long unpacked = unpacked(at, (int) length, row * rows);
      if (unpacked < row * rows) {
        throw layout.wrong(at, row * rows + " bytes of a strip or tile", unpacked + " bytes");
      }
    }
  }

  /** Returns how many bytes data unpacks to, or as many as wanted: plugins take what is cut. */
  private long unpacked(int at, int length, long wanted) {
    return switch (compression) {
      case 1 -> length;
      case 5 -> ofLzw(at, length, wanted);
      case 8, 32946 -> ofDeflate(at, length, wanted);
      default -> wanted; // of others they warn
    };
  }

  private long ofDeflate(int at, int length, long wanted) {
    var inflater = new Inflater();
    try {
      inflater.setInput(layout.bytes, at, length);
      byte[] some = new byte[1 << 13];
      while (inflater.getBytesWritten() < wanted && inflater.inflate(some) > 0) {}
    } catch (DataFormatException e) {
      // as if it were cut there
    }
    long unpacked = inflater.getBytesWritten();
    inflater.end();
    return unpacked;
  }

  private long ofLzw(int at, int length, long wanted) {
    long sum = 0;
    int next = LZW_END + 1; // the code that comes into the table
    int last = 0; // the length of the string before; 0 after a code that clears the table
    int width = 9;
    for (long bit = 0; bit + width <= 8L * length && sum < wanted; ) {
      int code = 0;
      for (long end = bit + width; bit < end; bit++) {
        code = code << 1 | layout.bytes[at + (int) (bit >> 3)] >> 7 - (bit & 7) & 1;
      }
      if (code == LZW_END) {
        break;
      }
      int now = code < LZW_CLEAR ? 1 : code < next ? strings[code] : last + 1;
      if (code == LZW_CLEAR) {
        next = LZW_END + 1;
        now = 0;
      } else if (last > 0 && next < strings.length) {
        strings[next++] = last + 1;
      }
      sum += now;
      last = now;
      width = next < 511 ? 9 : next < 1023 ? 10 : next < 2047 ? 11 : 12;
    }
    return sum;
  }

  private void expect(int tag, boolean valid, String expected, String found)
      throws MalformedRecordException {
    if (!valid) {
      int at = entry(tag);
      throw layout.wrong(at < 0 ? directory : at, expected, found);
    }
  }

  /** No profile, which changes no pixel here; no predictor that the plugin does not know. */
  private int[] patches() throws MalformedRecordException {
    int profile = entry(ICC_PROFILE);
    int predictor = entry(PREDICTOR);
    int low = !layout.big ? 0 : size(predictor) - 1;
    return new int[] {
      profile < 0 ? -1 : profile - layout.offset + (layout.big ? 0 : 1),
      0xff, // a tag of no meaning
      differences ? predictor - layout.offset + 8 + low : -1,
      1
    };
  }

  /** Returns the colours of the palette, red, green and blue: of 16 bits the high 8, as libtiff. */
  public int[] palette() throws MalformedRecordException {
    int entry = entry(COLOR_MAP);
    long colors = count(entry) / 3;
    boolean wide = false;
    for (long i = 0; i < 3 * colors; i++) {
      wide |= value(entry, i) > 255;
    }
    int[] palette = new int[(int) colors];
    for (long i = 0; i < 3 * colors; i++) {
      int value = (int) value(entry, i) >> (wide ? 8 : 0) & 0xff;
      palette[(int) (i % colors)] |= value << 16 - 8 * (int) (i / colors);
    }
    return palette;
  }

  /** Returns the index of a tag's entry; -1 where there is none. */
  private int entry(int tag) throws MalformedRecordException {
    for (int i = 0; i < entries; i++) {
      if (layout.u16(directory + i * ENTRY) == tag) {
        return directory + i * ENTRY;
      }
    }
    return -1;
  }

  private long count(int entry) throws MalformedRecordException {
    return entry < 0 ? 0 : layout.u32(entry + 4);
  }

  private int size(int entry) throws MalformedRecordException {
    int type = entry < 0 ? 1 : layout.u16(entry + 2);
    if (type != 1 && type != 3 && type != 4) {
      throw layout.wrong(entry, "whole numbers without sign", "type " + type);
    }
    return type == 1 ? 1 : type == 3 ? 2 : 4;
  }

  /** Returns the first number of a tag. */
  private int one(int tag, int ifNone) throws MalformedRecordException {
    int entry = entry(tag);
    return count(entry) == 0 ? ifNone : (int) Math.min(Integer.MAX_VALUE, value(entry, 0));
  }

  /** Returns a number of an entry. */
  private long value(int entry, long index) throws MalformedRecordException {
    int size = size(entry);
    long bytes = count(entry) * size;
    int from = bytes <= 4 ? entry + 8 : layout.data(entry + 8, layout.u32(entry + 8), bytes);
    int at = from + (int) (size * index);
    return size == 1 ? layout.u8(at) : size == 2 ? layout.u16(at) : layout.u32(at);
  }
}
