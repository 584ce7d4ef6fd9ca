// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

/** Numbers of records as names, of equally many digits, so that names sort as numbers do. */
final class OrdinalName {
  private final char[] digits;

  /** Makes names of {@code count} digits. */
  OrdinalName(int count) {
    digits = new char[count];
  }

  /** Returns the name of a number that has at most that many digits. */
  String of(long number) {
    long rest = number;
    for (int i = digits.length - 1; i >= 0; i--) {
      digits[i] = (char) ('0' + rest % 10);
      rest /= 10;
    }
    if (rest != 0) {
      throw new IllegalArgumentException(number + " has more than " + digits.length + " digits");
    }
    return new String(digits);
  }
}
