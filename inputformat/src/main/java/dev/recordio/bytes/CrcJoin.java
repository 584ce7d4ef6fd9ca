// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

/**
 * The CRC of two concatenated byte strings, from the CRC of each: a file's checksum can be computed
 * from the checksums of its ranges, which were computed in parallel, or before the bytes in front
 * of them were known.
 *
 * <p>A CRC is a remainder of polynomials over two elements. Appending n bytes to a string
 * multiplies its polynomial by x^8n; the rest is an addition.
 *
 * <p>Hadoop's {@code CrcUtil.compose} does the same, but takes other arguments in 3.4 than in 3.5:
 * code compiled for one does not run on the other.
 */
public enum CrcJoin {
  /** CRC-32, as in ZIP files. */
  CRC32(0xEDB88320),
  /** CRC-32C, with Castagnoli's polynomial. */
  CRC32C(0x82F63B78);

  private static final int ONE = 1 << 31;
  private static final int X_TO_8 = 1 << 31 - 8;

  /** The highest bit is x^0, as in the checksums. */
  private final int polynomial;

  CrcJoin(int polynomial) {
    this.polynomial = polynomial;
  }

  /**
   * Returns the CRC of a string followed by another one.
   *
   * @param first CRC of the first string
   * @param second CRC of the second string
   * @param secondLength bytes of the second string
   */
  public int join(int first, int second, long secondLength) {
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

  /** Multiplies two polynomials, modulo {@link #polynomial}. */
  private int multiply(int a, int b) {
    int product = 0;
    int shifted = b; // b times x^k
    for (int rest = a; rest != 0; rest <<= 1) {
      if (rest < 0) {
        product ^= shifted;
      }
      shifted = shifted >>> 1 ^ ((shifted & 1) != 0 ? polynomial : 0);
    }
    return product;
  }
}
