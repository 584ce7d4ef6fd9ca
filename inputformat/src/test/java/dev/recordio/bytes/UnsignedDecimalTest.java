// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UnsignedDecimalTest {
  private static void assertWritten(long number) {
    String expected = Long.toUnsignedString(number);
    var target = new byte[1 + Math.max(expected.length(), Long.BYTES)];
    int end = UnsignedDecimal.put(target, 1, number);
    String written = new String(target, 1, end - 1, StandardCharsets.US_ASCII);
    if (!expected.equals(written)) {
      assertEquals(expected, written); // only comparing, half a million times, is quicker
    }
    assertEquals(0, target[0]);
  }

  @Test
  void numbersOfEveryLengthAreWritten() {
    var random = new SplittableRandom(23);
    for (int i = 0; i < 500_000; i++) {
      assertWritten(random.nextLong() >>> i % Long.SIZE);
    }
  }

  @Test
  void numbersBesidePowersOfTenAreWritten() {
    assertWritten(0);
    for (long power = 1; power > 0 && power <= Long.MAX_VALUE / 10; power *= 10) {
      assertWritten(power - 1);
      assertWritten(power);
      assertWritten(10 * power - 1);
    }
    assertWritten(Long.MAX_VALUE);
    assertWritten(Long.MIN_VALUE);
    assertWritten(-1);
  }

  @Test
  void everyGroupOfFourDigitsIsWritten() {
    for (int four = 0; four < 10_000; four++) {
      assertWritten(four);
      assertWritten(four * 10_000L);
      assertWritten(four * 1_0000_0000L + four);
    }
  }
}
