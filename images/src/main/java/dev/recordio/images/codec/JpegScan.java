// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds out whether the compressed data of a JPEG is whole, without decoding it: walks over all of
 * its codes and looks where they end. OpenCV hides the warnings of its JPEG decoder; whatever that
 * would warn of is not whole here.
 *
 * <p>It knows JPEGs of one pass, with Huffman codes and samples of 8 bits. Of others it can't tell,
 * and calls them not whole. Its tables are used again: for use by one thread.
 */
final class JpegScan {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final int MAX_COMPONENTS = 4;
  private static final int MAX_BLOCKS = 10;

  private final HuffmanSkips[] dcTables = tables();
  private final HuffmanSkips[] acTables = tables();
  private final int[] ids = new int[MAX_COMPONENTS];
  private final int[] across = new int[MAX_COMPONENTS];
  private final int[] down = new int[MAX_COMPONENTS];
  private final int[] quantisation = new int[MAX_COMPONENTS];
  private final boolean[] quantisationKnown = new boolean[4];
  private final boolean[] seen = new boolean[MAX_COMPONENTS];
  private final HuffmanSkips[] dcOfBlock = new HuffmanSkips[MAX_BLOCKS];
  private final HuffmanSkips[] acOfBlock = new HuffmanSkips[MAX_BLOCKS];

  private byte[] bytes;
  private int end;
  private int at;
  private int width;
  private int height;
  private int components;
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
   */
  boolean isWhole(byte[] image, int offset, int length) {
    return walk(image, offset, length, false);
  }

  /**
   * Returns the index where a JPEG may end, since its codes are all there before it: of a single
   * scan, right after the last code, whatever follows; else the end that is marked. Bytes before
   * its markers that belong to nothing are passed over.
   *
   * @return -1 when codes are missing or wrong, or when it can't tell
   */
  int endOfCodes(byte[] image, int offset, int length) {
    return walk(image, offset, length, true) ? at : -1;
  }

  private boolean walk(byte[] image, int offset, int length, boolean passesOver) {
    bytes = image;
    gaps = passesOver;
    end = offset + length;
    at = offset + 2;
    components = 0;
    restartInterval = 0;
    for (int i = 0; i < 4; i++) {
      dcTables[i].clear();
      acTables[i].clear();
      quantisationKnown[i] = false;
      seen[i] = false;
    }
    boolean whole = length > 2 && segments();
    bytes = null;
    return whole;
  }

  private boolean segments() {
    while (toMarker()) {
      int marker = bytes[at + 1] & 0xff;
      if (marker == 0xd9) {
        return allSeen();
      }
      if (marker == 0xff) {
        at++;
        continue;
      }
      if (end - at < 4) {
        return false;
      }
      int body = at + 4;
      int next = at + 2 + word(at + 2);
      if (next < body || next > end) {
        return false;
      }
      at = next;
      if (!segment(marker, body)) {
        return false;
      }
      if (gaps && marker == 0xda && bytes[body] == components) {
        return true; // of a single scan all is known; where others follow, the end is looked for
      }
    }
    return false;
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

  private boolean segment(int marker, int body) {
    return switch (marker) {
      case 0xc0, 0xc1 -> frame(body);
      case 0xc4 -> huffmanTables(body);
      case 0xda -> scan(body);
      case 0xdd -> restarts(body);
      case 0xdb -> quantisation(body);
      case 0xfe -> true;
      default -> marker >= 0xe0 && marker <= 0xef;
    };
  }

  private boolean allSeen() {
    for (int i = 0; i < components; i++) {
      if (!seen[i]) {
        return false;
      }
    }
    return components > 0;
  }

  private int word(int index) {
    return (bytes[index] & 0xff) << 8 | bytes[index + 1] & 0xff;
  }

  private boolean restarts(int body) {
    if (at - body != 2) {
      return false;
    }
    restartInterval = word(body);
    return true;
  }

  private boolean quantisation(int body) {
    int table = body;
    while (table < at) {
      int kind = bytes[table];
      int length = (kind & 0x10) == 0 ? 65 : 129;
      if ((kind & ~0x13) != 0 || at - table < length) {
        return false;
      }
      quantisationKnown[kind & 3] = true;
      table += length;
    }
    return true;
  }

  private boolean frame(int body) {
    if (components != 0 || at - body < 6 || bytes[body] != 8) {
      return false;
    }
    height = word(body + 1);
    width = word(body + 3);
    int count = bytes[body + 5] & 0xff;
    if (width == 0 || height == 0 || count == 0 || count > MAX_COMPONENTS) {
      return false;
    }
    if (at - body != 6 + 3 * count) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      int component = body + 6 + 3 * i;
      ids[i] = bytes[component];
      across[i] = bytes[component + 1] >> 4 & 15;
      down[i] = bytes[component + 1] & 15;
      quantisation[i] = bytes[component + 2];
      boolean table = (quantisation[i] & ~3) == 0;
      if (!table || across[i] < 1 || across[i] > 4 || down[i] < 1 || down[i] > 4) {
        return false;
      }
    }
    components = count;
    return true;
  }

  private boolean huffmanTables(int body) {
    int table = body;
    while (at - table >= 17) {
      int kind = bytes[table];
      int symbols = 0;
      for (int i = 1; i <= 16; i++) {
        symbols += bytes[table + i] & 0xff;
      }
      if ((kind & ~0x13) != 0 || symbols > 256 || at - table < 17 + symbols) {
        return false;
      }
      boolean dc = kind < 0x10;
      if (!(dc ? dcTables : acTables)[kind & 3].set(bytes, table + 1, symbols, dc)) {
        return false;
      }
      table += 17 + symbols;
    }
    return table == at;
  }

  private boolean scan(int body) {
    int count = at > body ? bytes[body] & 0xff : 0;
    if (count < 1 || count > components || at - body != 4 + 2 * count) {
      return false;
    }
    // All coefficients with all their bits, as one pass has them.
    if (bytes[at - 3] != 0 || bytes[at - 2] != 63 || bytes[at - 1] != 0) {
      return false;
    }
    int blocks = 0;
    long mcus = 0;
    int maxAcross = 1;
    int maxDown = 1;
    for (int i = 0; i < components; i++) {
      maxAcross = Math.max(maxAcross, across[i]);
      maxDown = Math.max(maxDown, down[i]);
    }
    for (int i = 0; i < count; i++) {
      int component = component(bytes[body + 1 + 2 * i]);
      int tables = bytes[body + 2 + 2 * i];
      if (component < 0 || seen[component] || (tables & ~0x33) != 0) {
        return false;
      }
      seen[component] = true;
      HuffmanSkips dc = dcTables[tables >> 4];
      HuffmanSkips ac = acTables[tables & 3];
      if (!dc.isValid() || !ac.isValid() || !quantisationKnown[quantisation[component]]) {
        return false;
      }
      // The blocks of a component alone are those that it needs, not those of the whole MCUs.
      int many = count == 1 ? 1 : across[component] * down[component];
      if (blocks + many > MAX_BLOCKS) {
        return false;
      }
      for (int k = 0; k < many; k++, blocks++) {
        dcOfBlock[blocks] = dc;
        acOfBlock[blocks] = ac;
      }
      mcus =
          count == 1
              ? units(width, across[component], maxAcross) * units(height, down[component], maxDown)
              : units(width, 1, maxAcross) * units(height, 1, maxDown);
    }
    return codes(blocks, mcus);
  }

  private int component(byte id) {
    for (int i = 0; i < components; i++) {
      if (ids[i] == id) {
        return i;
      }
    }
    return -1;
  }

  private static long units(int samples, int factor, int max) {
    long scaled = ((long) samples * factor + max - 1) / max;
    return (scaled + 7) / 8;
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
}
