// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

/**
 * Writes unsigned numbers as decimal digits, eight at a time: the lanes of one {@code long} are
 * halved into groups of four, two and one digit, so eight digits cost no loop.
 */
public final class UnsignedDecimal {
  /** The most digits that a number has. */
  public static final int MAX_DIGITS = 20;

  private static final long EIGHT_DIGITS = 100_000_000;
  private static final long ZEROS = 0x3030303030303030L;

  private UnsignedDecimal() {}

  /**
   * Writes a number without leading zeros.
   *
   * @param target has room for the digits, and for at least eight bytes: a shorter number
   *     overwrites what follows it, up to there
   * @return where the next byte goes
   */
  public static int put(byte[] target, int at, long number) {
    if (Long.compareUnsigned(number, EIGHT_DIGITS) < 0) {
      long digits = digits((int) number);
      int blank = Long.numberOfTrailingZeros(digits | 1L << 56) & 0b111000; // the last one stays
      LittleEndian.putLong(target, at, (digits | ZEROS) >>> blank);
      return at + Long.BYTES - (blank >>> 3);
    }
    long ahead = Long.divideUnsigned(number, EIGHT_DIGITS);
    int next = put(target, at, ahead);
    LittleEndian.putLong(target, next, digits((int) (number - ahead * EIGHT_DIGITS)) | ZEROS);
    return next + Long.BYTES;
  }

  /**
   * Returns the eight digits of a number below 10^8, one per byte, the first in the lowest.
   *
   * <p>Quotients by 100 of numbers below 10^4, and by 10 below 100, are products and shifts; none
   * of the products grows out of its lane.
   */
  private static long digits(int number) {
    int upper = number / 10_000;
    long fours = upper | (long) (number - upper * 10_000) << 32;
    long hundreds = fours * 5243 >>> 19 & 0x0000007F_0000007FL;
    long twos = hundreds | fours - hundreds * 100 << 16;
    long tens = twos * 103 >>> 10 & 0x000F000F_000F000FL;
    return tens | twos - tens * 10 << 8;
  }
}
