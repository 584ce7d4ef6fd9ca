// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * The CRC32C of two concatenated byte strings, from the CRC32C of each: a file's checksum can be
 * computed from those of its ranges, which were computed in parallel.
 *
 * <p>A CRC is a remainder of polynomials over two elements. Appending n bytes to a string
 * multiplies its polynomial by x^8n; the rest is an addition.
 *
 * <p>Hadoop's {@code CrcUtil.compose} does the same, but takes other arguments in 3.4 than in 3.5:
 * code compiled for one does not run on the other.
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class Crc32cJoin {
  /** Castagnoli's polynomial; the highest bit stands for x^0, as in the checksums. */
  private static final int POLYNOMIAL = 0x82F63B78;

  private static final int ONE = 1 << 31;
  private static final int X_TO_8 = 1 << 31 - 8;

  private Crc32cJoin() {}

  /**
   * Returns the CRC32C of a string followed by another one.
   *
   * @param first CRC32C of the first string
   * @param second CRC32C of the second string
   * @param secondLength bytes of the second string
   */
  public static int join(int first, int second, long secondLength) {
    int factor = ONE;
    int square = X_TO_8;
    for (long rest = secondLength; rest != 0; rest >>>= 1) {
      if ((rest & 1) != 0) {
        factor = multiply(factor, square);
      }
      square = multiply(square, square);
    }
    return multiply(factor, first) ^ second;
  }

  /** Multiplies two polynomials, modulo {@link #POLYNOMIAL}. */
  private static int multiply(int a, int b) {
    int product = 0;
    int shifted = b; // b times x^k
    for (int rest = a; rest != 0; rest <<= 1) {
      if (rest < 0) {
        product ^= shifted;
      }
      shifted = shifted >>> 1 ^ ((shifted & 1) != 0 ? POLYNOMIAL : 0);
    }
    return product;
  }
}
