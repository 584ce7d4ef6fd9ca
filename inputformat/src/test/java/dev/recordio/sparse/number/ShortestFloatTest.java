// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.number;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Floats as the shortest decimals. */
class ShortestFloatTest {
  private static final int INFINITY = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);

  private static String text(float number) {
    byte[] out = new byte[ShortestFloat.MAX_BYTES + 1];
    int end = ShortestFloat.put(out, 1, number);
    return new String(out, 1, end - 1, StandardCharsets.US_ASCII);
  }

  /** The longer texts of 2.0E-3, 1.1E10 and others before Java 19 are JDK-4511638. */
  @ParameterizedTest
  @CsvSource({
    "0x0p0f, 0",
    "-0x0p0f, -0",
    "1f, 1",
    "-1.5f, -1.5",
    "100f, 100",
    "0.1f, 0.1",
    "0.002f, 0.002",
    "1.1e10f, 11000000000",
    "1e-4f, 0.0001",
    "1.2345e-4f, 0.00012345",
    "9.9999e-5f, 9.9999e-05",
    "16777216f, 16777216",
    "123456789f, 123456790",
    "9.99999e15f, 9999990000000000",
    "1e16f, 1e+16",
    "1.17549435e-38f, 1.1754944e-38",
    "1.4e-45f, 1e-45",
    "3.4028235e38f, 3.4028235e+38",
    "8.41e21f, 8.41e+21",
    "2.0019531f, 2.0019531",
    "NaN, nan",
    "Infinity, inf",
    "-Infinity, -inf"
  })
  void numbersAreWrittenAs(String number, String expected) {
    assertEquals(expected, text(Float.parseFloat(number)));
  }

  @Test
  void powersOfTwoAndTheirNeighboursAreShortest() {
    for (int exponent = 0; exponent < 255; exponent++) {
      for (int step = -2; step <= 2; step++) {
        int bits = (exponent << 23) + step;
        if (bits > 0 && bits < INFINITY) {
          assertShortest(bits);
        }
      }
    }
  }

  @Test
  void randomFloatsAreShortest() {
    var random = new SplittableRandom(3);
    for (int i = 0; i < 200_000; i++) {
      assertShortest(random.nextInt(1, INFINITY));
    }
    for (int bits = 1; bits < 2000; bits++) {
      assertShortest(bits);
    }
  }

  /** Reads back the same; no decimal of fewer digits does; none of as many is nearer. */
  private static void assertShortest(int bits) {
    float number = Float.intBitsToFloat(bits);
    String text = text(number);
    assertEquals(number, Float.parseFloat(text), text);
    var exact = new BigDecimal(number);
    BigDecimal ours = new BigDecimal(text).stripTrailingZeros();
    int digits = ours.precision();
    if (digits > 1) {
      for (RoundingMode mode : new RoundingMode[] {RoundingMode.FLOOR, RoundingMode.CEILING}) {
        BigDecimal shorter = exact.round(new MathContext(digits - 1, mode));
        assertNotEquals(number, shorter.floatValue(), () -> text + " is longer than " + shorter);
      }
    }
    BigDecimal nearest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
    BigDecimal distance = nearest.subtract(exact).abs();
    assertTrue(
        ours.subtract(exact).abs().compareTo(distance) <= 0 || nearest.floatValue() != number,
        () -> text + " is farther off than " + nearest);
  }

  /** 58 million of them, of every exponent: about a minute. */
  @Test
  @Tag("large")
  void every37thFloatReadsBack() {
    byte[] out = new byte[ShortestFloat.MAX_BYTES];
    for (int bits = 1; bits < INFINITY; bits += 37) {
      float number = Float.intBitsToFloat(bits);
      int end = ShortestFloat.put(out, 0, number);
      String text = new String(out, 0, end, StandardCharsets.ISO_8859_1);
      if (Float.parseFloat(text) != number) {
        assertEquals(number, Float.parseFloat(text), text);
      }
    }
  }
}
