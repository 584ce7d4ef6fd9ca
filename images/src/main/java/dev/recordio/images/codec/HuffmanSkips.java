// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.util.Arrays;

/**
 * A Huffman table of a JPEG, as {@link JpegScan} needs it: how many bits a code takes together with
 * the bits of its value, and how many coefficients it covers. The values are not looked at.
 *
 * <p>A step has in its low 8 bits the bits that it takes, above them the coefficients that it
 * covers, and {@link #END} when the rest of the block is zero. 0 is no step.
 */
final class HuffmanSkips {
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
