// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds out whether the compressed data of a JPEG is whole, without decoding it: walks over all of
 * its codes and looks where they end. OpenCV hides the warnings of its JPEG decoder; whatever that
 * would warn of is not whole here.
 *
 * <p>It knows JPEGs of one scan, with Huffman codes and samples of 8 bits. Of others it can't tell,
 * and calls them not whole. Its tables are used again: for use by one thread.
 */
final class JpegScan {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final int DRI = 0xdd;
  private static final int MAX_BLOCKS = 10;

  private final HuffmanSkips[] dcTables = tables();
  private final HuffmanSkips[] acTables = tables();
  private final HuffmanSkips[] dcOfBlock = new HuffmanSkips[MAX_BLOCKS];
  private final HuffmanSkips[] acOfBlock = new HuffmanSkips[MAX_BLOCKS];

  private JpegLayout layout;
  private byte[] bytes;
  private int end;
  private int at;
  private int restartInterval;
  private boolean gaps; // whether bytes before markers are passed over

  private static HuffmanSkips[] tables() {
    return new HuffmanSkips[] {
      new HuffmanSkips(), new HuffmanSkips(), new HuffmanSkips(), new HuffmanSkips()
    };
  }

  /**
   * Returns whether a JPEG is whole: its segments follow each other without gaps, its codes end
   * where the markers are, nothing is left over, and its end is marked.
   *
   * @param image whose markers were read
   */
  boolean isWhole(JpegLayout image) {
    if (image.warning() != null || !walk(image, false)) {
      return false;
    }
    byte[] data = image.bytes;
    while (end - at >= 2 && data[at] == (byte) 0xff && data[at + 1] == (byte) 0xff) {
      at++;
    }
    return end - at >= 2 && data[at] == (byte) 0xff && data[at + 1] == (byte) JpegLayout.EOI;
  }

  /**
   * Returns the index right after the last code of a JPEG, whatever follows. Bytes before its
   * markers that belong to nothing are passed over.
   *
   * @param image whose markers were read
   * @return -1 when codes are missing or wrong, or when it can't tell
   */
  int endOfCodes(JpegLayout image) {
    return walk(image, true) ? at : -1;
  }

  private boolean walk(JpegLayout image, boolean passesOver) {
    layout = image;
    bytes = image.bytes;
    end = image.end;
    gaps = passesOver;
    boolean whole = image.hasOwnTables() && segments() && scan();
    layout = null;
    bytes = null;
    return whole;
  }

  /** Reads the tables of codes, and how often the codes begin anew. */
  private boolean segments() {
    restartInterval = 0;
    for (int i = 0; i < 4; i++) {
      dcTables[i].clear();
      acTables[i].clear();
    }
    for (at = layout.offset + 2; at < layout.scan; ) {
      int code = bytes[at] == (byte) 0xff ? bytes[at + 1] & 0xff : 0;
      if (code == 0 || code == 0xff) {
        at++; // belongs to no segment
      } else if (JpegLayout.isAlone(code)) {
        at += 2;
      } else {
        int body = at + 4;
        at += 2 + ImageHeader.u16(bytes, at + 2);
        if (code == JpegLayout.DHT && !huffmanTables(body, at)
            || code == DRI && !restarts(body, at)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean restarts(int body, int stop) {
    restartInterval = stop - body == 2 ? ImageHeader.u16(bytes, body) : -1;
    return restartInterval >= 0;
  }

  private boolean huffmanTables(int body, int stop) {
    int table = body;
    while (stop - table >= 17) {
      int kind = bytes[table];
      int symbols = 0;
      for (int i = 1; i <= 16; i++) {
        symbols += bytes[table + i] & 0xff;
      }
      if ((kind & ~0x13) != 0 || symbols > 256 || stop - table < 17 + symbols) {
        return false;
      }
      boolean dc = kind < 0x10;
      if (!(dc ? dcTables : acTables)[kind & 3].set(bytes, table + 1, symbols, dc)) {
        return false;
      }
      table += 17 + symbols;
    }
    return table == stop;
  }

  private boolean scan() {
    int frame = layout.frame();
    int count = layout.components;
    int body = layout.scan + 4;
    int stop = body + 4 + 2 * count;
    if (stop > end || stop != layout.scan + 2 + ImageHeader.u16(bytes, layout.scan + 2)) {
      return false;
    }
    // Of baseline, all coefficients with all their bits, as one pass has them.
    if ((bytes[frame + 1] & 0xfe) != JpegLayout.SOF0
        || bytes[body] != count
        || bytes[stop - 3] != 0
        || bytes[stop - 2] != 63
        || bytes[stop - 1] != 0) {
      return false;
    }
    int blocks = 0;
    int seen = 0;
    int maxAcross = 1;
    int maxDown = 1;
    for (int i = 0; i < count; i++) {
      int component = component(bytes[body + 1 + 2 * i]);
      int tables = bytes[body + 2 + 2 * i];
      if (component < 0 || (seen & 1 << component) != 0 || (tables & ~0x33) != 0) {
        return false;
      }
      seen |= 1 << component;
      int across = bytes[frame + 11 + 3 * component] >> 4 & 15;
      int down = bytes[frame + 11 + 3 * component] & 15;
      boolean quantised = (bytes[frame + 12 + 3 * component] & ~3) == 0;
      if (!quantised || across < 1 || across > 4 || down < 1 || down > 4) {
        return false;
      }
      maxAcross = Math.max(maxAcross, across);
      maxDown = Math.max(maxDown, down);
      HuffmanSkips dc = dcTables[tables >> 4];
      HuffmanSkips ac = acTables[tables & 3];
      int many = count == 1 ? 1 : across * down;
      if (!dc.isValid() || !ac.isValid() || blocks + many > MAX_BLOCKS) {
        return false;
      }
      for (int k = 0; k < many; k++, blocks++) {
        dcOfBlock[blocks] = dc;
        acOfBlock[blocks] = ac;
      }
    }
    at = stop;
    // A component alone has the blocks that it needs, however it is sampled.
    return codes(
        blocks,
        units(layout.width, count == 1 ? 1 : maxAcross)
            * units(layout.height, count == 1 ? 1 : maxDown));
  }

  private int component(byte id) {
    for (int i = 0; i < layout.components; i++) {
      if (bytes[layout.frame() + 10 + 3 * i] == id) {
        return i;
      }
    }
    return -1;
  }

  private static long units(int samples, int max) {
    return ((samples + max - 1) / max + 7) / 8;
  }

  /** Whether there is a marker, after fill bytes or bytes that may be passed over. */
  private boolean toMarker() {
    while (gaps
        && end - at >= 2
        && (bytes[at] != (byte) 0xff || bytes[at + 1] == 0 || bytes[at + 1] == (byte) 0xff)) {
      at++;
    }
    return end - at >= 2 && bytes[at] == (byte) 0xff;
  }

  private boolean codes(int blocks, long mcus) {
    long interval = restartInterval == 0 ? mcus : restartInterval;
    int restart = 0;
    for (long left = mcus; left > 0; ) {
      long now = Math.min(left, interval);
      if (!codes(blocks, now, end)) {
        return false;
      }
      left -= now;
      if (left > 0) {
        if (!toMarker() || bytes[at + 1] != (byte) (0xd0 + restart)) {
          return false;
        }
        at += 2;
        restart = restart + 1 & 7;
      }
    }
    return true;
  }

  /** Walks over the codes up to the next marker; afterwards {@code at} is there. */
  private boolean codes(int blocks, long mcus, int limit) {
    byte[] data = bytes;
    int next = at;
    long bits = 0; // the next one highest
    int count = 0;
    int invented = 0; // of these, zeros after the last byte
    for (long mcu = 0; mcu < mcus; mcu++) {
      for (int block = 0; block < blocks; block++) {
        HuffmanSkips table = dcOfBlock[block];
        int[] strides = table.steps();
        for (int covered = 0; covered < 64; ) {
          if (count < 32) {
            int word = limit - next >= 4 ? (int) WORDS.get(data, next) : -1;
            if (((~word - 0x01010101) & word & 0x80808080) == 0) {
              bits |= (word & 0xffffffffL) << 32 - count;
              count += 32;
              next += 4;
            } else {
              // A byte 255 is near: one with a zero after it, or the marker.
              while (count <= 56 && next < limit) {
                long one = data[next] & 0xff;
                if (one == 0xff) {
                  if (limit - next < 2 || data[next + 1] != 0) {
                    break;
                  }
                  next++;
                }
                next++;
                bits |= one << 56 - count;
                count += 8;
              }
              if (count < 32) {
                invented += 32;
                count += 32;
              }
            }
          }
          int window = (int) (bits >>> 64 - HuffmanSkips.WINDOW);
          int step = strides[window];
          int covers = covered + (step >> 8);
          if (step == 0 || covers > 64 && (step < HuffmanSkips.END || covers > 64 + 255)) {
            // What the window holds ends after the block; or its first code is longer.
            step = table.steps()[window];
            step = step != 0 ? step : table.longStep(bits);
            covers = covered + (step >> 8);
            if (step == 0 || covers > 64 && step < HuffmanSkips.END) {
              return false;
            }
          }
          bits <<= step & 0xff;
          count -= step & 0xff;
          covered = covers;
          if (strides != table.strides()) {
            table = acOfBlock[block];
            strides = table.strides();
          }
        }
      }
      if (count < invented) {
        return false;
      }
    }
    at = next;
    return gaps || count - invented < 8;
  }

  /**
   * A Huffman table of a JPEG, as {@link JpegScan} needs it: how many bits a code takes together
   * with the bits of its value, and how many coefficients it covers. The values are not looked at.
   *
   * <p>A step has in its low 8 bits the bits that it takes, above them the coefficients that it
   * covers, and {@link #END} when the rest of the block is zero. 0 is no step.
   */
  private static final class HuffmanSkips {
    /** Bits of a window. */
    static final int WINDOW = 12;

    /** The step that ends a block. */
    static final int END = 1 << 16;

    private static final int MAX_CODE_BITS = 16;
    private static final int MAX_SYMBOLS = 256;

    private final byte[] known = new byte[MAX_CODE_BITS + MAX_SYMBOLS];
    private int knownLength;
    private boolean valid;

    private final int[] steps = new int[1 << WINDOW];
    private final int[] strides = new int[1 << WINDOW];
    private final int[] lastCode = new int[MAX_CODE_BITS + 1];
    private final int[] symbolSteps = new int[MAX_SYMBOLS];
    private final int[] symbolOffset = new int[MAX_CODE_BITS + 1];

    /** Forgets the table. */
    void clear() {
      valid = false;
    }

    /** Returns whether there is a table. */
    boolean isValid() {
      return valid;
    }

    /** Returns the first step of each window of bits; 0 where its code is longer. */
    int[] steps() {
      return steps;
    }

    /** Returns, for each window of bits, all steps that it holds as one; 0 where it holds none. */
    int[] strides() {
      return strides;
    }

    /**
     * Takes the table of a DHT segment.
     *
     * @param bytes array with 16 counts of codes of 1 to 16 bits, followed by the symbols
     * @param at index of the first count
     * @param symbols how many symbols there are, at most 256
     * @param dc whether its symbols are for first coefficients
     * @return whether it is a table that every decoder takes
     */
    boolean set(byte[] bytes, int at, int symbols, boolean dc) {
      int length = MAX_CODE_BITS + symbols;
      // Most images of a set have the same tables.
      if (!Arrays.equals(known, 0, knownLength, bytes, at, at + length)) {
        knownLength = 0;
        if (!fill(bytes, at, symbols, dc)) {
          valid = false;
          return false;
        }
        System.arraycopy(bytes, at, known, 0, length);
        knownLength = length;
      }
      valid = true;
      return true;
    }

    private boolean fill(byte[] bytes, int at, int symbols, boolean dc) {
      Arrays.fill(steps, 0);
      int code = 0;
      int symbol = 0;
      for (int bits = 1; bits <= MAX_CODE_BITS; bits++) {
        int count = bytes[at + bits - 1] & 0xff;
        // A code of ones alone is not allowed.
        if (count > 0 && code + count >= 1 << bits) {
          return false;
        }
        symbolOffset[bits] = symbol - code;
        for (int i = 0; i < count; i++, code++, symbol++) {
          int value = bytes[at + MAX_CODE_BITS + symbol] & 0xff;
          if (dc && value > 15) {
            return false;
          }
          symbolSteps[symbol] = step(bits, value, dc);
          if (bits <= WINDOW) {
            int from = code << WINDOW - bits;
            Arrays.fill(steps, from, from + (1 << WINDOW - bits), symbolSteps[symbol]);
          }
        }
        lastCode[bits] = code - 1;
        code <<= 1;
      }
      for (int window = 0; !dc && window < strides.length; window++) {
        strides[window] = stride(window);
      }
      return true;
    }

    private static int step(int codeBits, int value, boolean dc) {
      int valueBits = value & 15;
      int run = value >> 4;
      int bits = codeBits + valueBits;
      if (!dc && valueBits == 0) {
        return run == 15 ? 16 << 8 | bits : END | bits;
      }
      return (dc ? 1 : run + 1) << 8 | bits;
    }

    private int stride(int window) {
      int sum = steps[window];
      while (sum != 0 && sum < END && (sum & 0xff) < WINDOW) {
        int taken = sum & 0xff;
        int next = steps[window << taken & (1 << WINDOW) - 1];
        if (next == 0 || taken + (next & 0xff) > WINDOW) {
          break;
        }
        sum += next;
      }
      return sum;
    }

    /**
     * Returns the step of a code that is longer than a window.
     *
     * @param bits the bits, the next one highest
     * @return 0 when there is no such code
     */
    int longStep(long bits) {
      for (int length = WINDOW + 1; length <= MAX_CODE_BITS; length++) {
        int code = (int) (bits >>> 64 - length);
        if (code <= lastCode[length]) {
          return symbolSteps[symbolOffset[length] + code];
        }
      }
      return 0;
    }
  }
}
