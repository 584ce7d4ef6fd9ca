// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.format.Damage;
import dev.recordio.images.format.Orientation;
import java.util.Arrays;

/**
 * The markers of a JPEG up to its first scan, found without decoding: shape, colour space,
 * orientation, and where the segments are that change no pixel (APPn, COM), to be left out.
 *
 * <p>Reused from image to image.
 */
final class JpegLayout {
  static final int SOF0 = 0xc0;
  private static final int SOF1 = 0xc1;
  private static final int SOF2 = 0xc2;
  private static final int SOF9 = 0xc9;
  private static final int SOF10 = 0xca;
  static final int DHT = 0xc4;
  private static final int JPG = 0xc8;
  private static final int DAC = 0xcc;
  private static final int DQT = 0xdb;
  private static final int RST0 = 0xd0;
  private static final int SOI = 0xd8;
  static final int EOI = 0xd9;
  static final int SOS = 0xda;
  private static final int APP0 = 0xe0;
  private static final int APP1 = 0xe1;
  private static final int APP14 = 0xee;
  private static final int APP15 = 0xef;
  private static final int COM = 0xfe;
  private static final int TEM = 0x01;

  private static final byte[] JFIF = {'J', 'F', 'I', 'F', 0};
  private static final byte[] EXIF = {'E', 'x', 'i', 'f', 0, 0};
  private static final byte[] ADOBE = {'A', 'd', 'o', 'b', 'e'};

  byte[] bytes = {};
  int offset;
  int end;

  int width;
  int height;
  int components;
  int orientation;

  /** Whether it has, or may have, more than one scan. */
  boolean severalScans;

  /** Index of the marker of the first scan. */
  int scan;

  /** How many bytes are before a marker, and belong to nothing: at the first such place. */
  private int extraneous;

  private int extraneousAt; // index of that marker

  private int tables; // a bit for each table before the first scan: quantisation, DC, AC
  private int frame; // index of the SOF marker, or -1
  private boolean jfif;
  private int adobe; // the transform of Adobe's segment, or -1
  private int[] dropped = new int[32]; // begin and end of each segment that is left out
  private int drops;

  /** Whether the bytes begin as a JPEG does. */
  static boolean begins(byte[] bytes, int offset, int length) {
    return length >= 3
        && (bytes[offset] & 0xff) == 0xff
        && (bytes[offset + 1] & 0xff) == SOI
        && (bytes[offset + 2] & 0xff) == 0xff;
  }

  /**
   * Reads the markers.
   *
   * @throws MalformedRecordException when a frame or a scan is missing, or is of no kind that is
   *     decoded
   */
  void read(byte[] source, int from, int length) throws MalformedRecordException {
    bytes = source;
    offset = from;
    end = from + length;
    frame = -1;
    orientation = 0;
    jfif = false;
    adobe = -1;
    drops = 0;
    tables = 0;
    extraneous = 0;
    int at = offset + 2;
    while (true) {
      int next = marker(at);
      passOver(at, next);
      at = next;
      int code = bytes[at + 1] & 0xff;
      if (code == SOS) {
        break;
      }
      if (isAlone(code)) {
        at += 2;
        continue;
      }
      at = segment(at, code);
    }
    if (frame < 0) {
      throw Damage.at(at - offset, "a frame (SOF) before the first scan", "none");
    }
    scan = at;
    severalScans |= at + 4 < end && (bytes[at + 4] & 0xff) < components;
    orientation = Math.max(1, orientation);
  }

  /** Returns the index of the first end of an image (EOI); -1 when there is none. */
  static int endOfImage(byte[] bytes, int from, int end) {
    for (int i = from; i + 1 < end; i++) {
      if (bytes[i] == (byte) 0xff && (bytes[i + 1] & 0xff) == EOI) {
        return i;
      }
    }
    return -1;
  }

  /** Whether a marker has no segment. */
  static boolean isAlone(int code) {
    return isRestart(code) || code == TEM;
  }

  static boolean isRestart(int code) {
    return code >= RST0 && code < SOI;
  }

  /** Returns the index of the next marker's last 0xff, as libjpeg finds it. */
  private int marker(int from) throws MalformedRecordException {
    int at = from;
    while (at + 1 < end) {
      int next = bytes[at + 1] & 0xff;
      if ((bytes[at] & 0xff) == 0xff && next != 0xff && next != 0) {
        return at;
      }
      at++;
    }
    throw Damage.at(end - offset, "a marker of a JPEG", "the end of the image");
  }

  /** Leaves out what is before a marker, and is not only fill bytes. */
  private void passOver(int from, int marker) {
    int fill = marker;
    while (fill > from && bytes[fill - 1] == (byte) 0xff) {
      fill--;
    }
    if (fill > from) {
      drop(from, marker);
      if (extraneous == 0) {
        extraneous = fill - from;
        extraneousAt = marker;
      }
    }
  }

  /**
   * Returns what is wrong before the first scan, and was left out; null if nothing is. It is
   * libjpeg's own warning.
   */
  MalformedRecordException warning() {
    if (extraneous == 0) {
      return null;
    }
    String found =
        String.format(
            "Corrupt JPEG data: %d extraneous bytes before marker 0x%02x",
            extraneous, bytes[extraneousAt + 1] & 0xff);
    return Damage.at(extraneousAt - offset, JpegDecoder.UNDAMAGED, found);
  }

  private int segment(int at, int code) throws MalformedRecordException {
    if (code == SOI || code == EOI) {
      String name = code == SOI ? "a second image (SOI)" : "the end of the image (EOI)";
      throw Damage.at(at - offset, "a frame and a scan of a JPEG", name);
    }
    if (at + 4 > end) {
      throw Damage.at(end - offset, "the length of a segment", "the end of the image");
    }
    int length = ImageHeader.u16(bytes, at + 2);
    int stop = at + 2 + length;
    if (length < 2 || stop > end) {
      String found = length < 2 ? length + "" : length + " where " + (end - at - 2) + " are left";
      throw Damage.at(
          at + 2 - offset, "the length of a segment that is all there, 2 or more", found);
    }
    if (code >= APP0 && code <= APP15 || code == COM) {
      application(at, stop, code);
    } else if (code == DQT || code == DHT) {
      tables(at + 4, stop, code == DHT);
    } else if (code >= SOF0 && code <= 0xcf && code != DAC) {
      frame(at, length, code);
    }
    return stop;
  }

  /** Notes which tables a segment defines. */
  private void tables(int from, int stop, boolean huffman) {
    int at = from;
    while (at < stop) {
      int kind = bytes[at] & 0xff;
      int kinds = !huffman ? 0 : (kind & 0x10) == 0 ? 4 : 8;
      tables |= 1 << kinds + (kind & 3);
      if (!huffman) {
        at += 1 + (kind < 0x10 ? 64 : 128);
        continue;
      }
      int codes = 0;
      for (int i = at + 1; i < Math.min(at + 17, stop); i++) {
        codes += bytes[i] & 0xff;
      }
      at += 17 + codes;
    }
  }

  /**
   * Whether the only scan uses no table but those that the image defines before it. A reader of
   * ImageIO keeps the tables of earlier images, and would take those in place of what is missing.
   */
  boolean hasOwnTables() {
    int table = scan + 5; // a component's name, then its tables
    if (severalScans || table + 2 * components > end) {
      return false;
    }
    int needed = 0;
    for (int i = 0; i < components; i++) {
      int huffman = bytes[table + 2 * i + 1] & 0xff;
      needed |= 1 << (bytes[frame + 12 + 3 * i] & 3);
      needed |= 1 << 4 + (huffman >> 4 & 3) | 1 << 8 + (huffman & 3);
    }
    return (needed & ~tables) == 0;
  }

  /**
   * Whether every libjpeg makes the same pixels of it: one scan of Huffman codes, nothing passed
   * over, and chrominance as large as luminance, or half as wide, or half as wide and high. libjpeg
   * 6b and libjpeg-turbo differ in chrominance that is half as high (4:4:0).
   */
  boolean isPlain() {
    int code = bytes[frame + 1] & 0xff;
    boolean plain = (code == SOF0 || code == SOF1) && extraneous == 0 && hasOwnTables();
    if (plain && components == 3) {
      int luma = bytes[frame + 11];
      plain =
          (luma == 0x11 || luma == 0x21 || luma == 0x22)
              && bytes[frame + 14] == 0x11
              && bytes[frame + 17] == 0x11;
    }
    return plain && components < 4;
  }

  private void application(int at, int stop, int code) {
    int body = at + 4;
    if (code == APP0 && stop - body >= 14 && startsWith(body, JFIF)) {
      jfif = true;
    } else if (code == APP14 && stop - body >= 12 && startsWith(body, ADOBE)) {
      adobe = bytes[body + 11] & 0xff;
    } else if (code == APP1 && orientation == 0 && stop - body >= 6 && startsWith(body, EXIF)) {
      orientation = Orientation.ofExif(bytes, body + 6, stop);
    }
    drop(at, stop);
  }

  /** Leaves bytes out: after all that are left out already, or right before the last of them. */
  void drop(int from, int to) {
    if (drops > 0 && dropped[drops - 1] == from) {
      dropped[drops - 1] = to;
      return;
    }
    if (drops > 0 && dropped[drops - 2] == to) {
      dropped[drops - 2] = from;
      return;
    }
    if (drops == dropped.length) {
      dropped = Arrays.copyOf(dropped, 2 * drops);
    }
    dropped[drops++] = from;
    dropped[drops++] = to;
  }

  private boolean startsWith(int at, byte[] text) {
    return Arrays.equals(bytes, at, at + text.length, text, 0, text.length);
  }

  private void frame(int at, int length, int code) throws MalformedRecordException {
    boolean decoded = code <= SOF2 || code == SOF9 || code == SOF10;
    if (!decoded) {
      String found =
          String.format("marker 0x%02x%s", code, code == JPG ? "" : ", of another process");
      throw Damage.at(at - offset, "a baseline, sequential or progressive frame", found);
    }
    if (frame >= 0) {
      throw Damage.at(at - offset, "one frame (SOF)", "a second one");
    }
    frame = at;
    if (length < 8) {
      throw Damage.at(at + 2 - offset, "8 bytes of a frame or more", length + "");
    }
    int precision = bytes[at + 4] & 0xff;
    height = ImageHeader.u16(bytes, at + 5);
    width = ImageHeader.u16(bytes, at + 7);
    components = bytes[at + 9] & 0xff;
    severalScans = code == SOF2 || code == SOF10;
    if (precision != 8) {
      throw Damage.at(at + 4 - offset, "samples of 8 bits", precision + " bits");
    }
    if (width == 0 || height == 0) {
      throw Damage.at(at + 5 - offset, "columns and rows", width + "x" + height);
    }
    if (components != 1 && components != 3 && components != 4) {
      throw Damage.at(at + 9 - offset, "1, 3 or 4 components", components + "");
    }
    if (length != 8 + 3 * components) {
      String expected = 8 + 3 * components + " bytes of a frame of " + components + " components";
      throw Damage.at(at + 2 - offset, expected, length + "");
    }
  }

  /** Returns the index of the frame's marker. */
  int frame() {
    return frame;
  }

  /** Returns the number of bytes that are left out, two ints for each run: begin and end. */
  int drops() {
    return drops;
  }

  /** Returns an edge of what is left out: even ones begin a run, odd ones end it. */
  int drop(int i) {
    return dropped[i];
  }

  /**
   * Whether the first three components are luminance and chrominance, rather than colours, by
   * libjpeg's rules: JFIF; else the transform of Adobe's segment; else the components' names.
   */
  boolean isYcc() {
    if (components == 1) {
      return false;
    }
    if (components == 4) {
      return adobe > 0;
    }
    if (jfif) {
      return true;
    }
    if (adobe >= 0) {
      return adobe != 0;
    }
    return (bytes[frame + 10] & 0xff) != 'R'
        || (bytes[frame + 13] & 0xff) != 'G'
        || (bytes[frame + 16] & 0xff) != 'B';
  }
}
