// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bzip2;

import java.util.Arrays;

/** A canonical Huffman code of a block, for decoding. */
final class HuffmanTable {
  /** The longest code, in bits. */
  static final int MAX_BITS = 20;

  /** Symbols of a code: 255 bytes, two for runs, one for the block's end. */
  static final int MAX_SYMBOLS = 258;

  /** What {@link #find} returns for bits that are no code. */
  static final int NONE = 0;

  private static final int FAST_BITS = 11;

  /** Bits of an entry, below the symbol, that hold the length of its code. */
  private static final int LENGTH_BITS = 5;

  private final int[] fast = new int[1 << FAST_BITS];
  private final int[] symbols = new int[MAX_SYMBOLS]; // in the order of their codes
  private final int[] firstCode = new int[MAX_BITS + 1]; // of each length
  private final int[] counts = new int[MAX_BITS + 1];
  private final int[] firstIndex = new int[MAX_BITS + 1]; // in symbols

  /**
   * Builds the code.
   *
   * @param lengths of each symbol's code, 1 to 20
   * @return false when there are more codes than fit
   */
  boolean build(byte[] lengths, int symbolCount) {
    Arrays.fill(counts, 0);
    Arrays.fill(fast, NONE);
    for (int symbol = 0; symbol < symbolCount; symbol++) {
      counts[lengths[symbol]]++;
    }
    int code = 0;
    int index = 0;
    for (int length = 1; length <= MAX_BITS; length++) {
      firstCode[length] = code;
      firstIndex[length] = index;
      for (int symbol = 0; symbol < symbolCount && counts[length] > 0; symbol++) {
        if (lengths[symbol] == length) {
          symbols[index++] = symbol;
          code++;
        }
      }
      if (code > 1 << length) {
        return false;
      }
      if (length <= FAST_BITS) {
        fillFast(length, code);
      }
      code <<= 1;
    }
    return true;
  }

  private void fillFast(int length, int end) {
    int spare = FAST_BITS - length;
    for (int code = firstCode[length]; code < end; code++) {
      int symbol = symbols[firstIndex[length] + code - firstCode[length]];
      Arrays.fill(fast, code << spare, code + 1 << spare, entry(symbol, length));
    }
  }

  private static int entry(int symbol, int length) {
    return symbol << LENGTH_BITS | length;
  }

  /** Returns the entry of the code that {@code bits}, {@link #MAX_BITS} of them, begin with. */
  int find(int bits) {
    int entry = fast[bits >>> MAX_BITS - FAST_BITS];
    return entry == NONE ? findLong(bits) : entry;
  }

  private int findLong(int bits) {
    for (int length = FAST_BITS + 1; length <= MAX_BITS; length++) {
      int index = (bits >>> MAX_BITS - length) - firstCode[length];
      if (index < counts[length]) {
        return index < 0 ? NONE : entry(symbols[firstIndex[length] + index], length);
      }
    }
    return NONE;
  }

  /** Returns the symbol of an entry. */
  static int symbol(int entry) {
    return entry >>> LENGTH_BITS;
  }

  /** Returns the bits of an entry's code. */
  static int length(int entry) {
    return entry & (1 << LENGTH_BITS) - 1;
  }
}
