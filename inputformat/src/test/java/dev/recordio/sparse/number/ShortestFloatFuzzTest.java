// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.number;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fuzz.Fuzz;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Floats are written as the shortest decimal that reads back as the same float, and the nearest one
 * of these: by whole numbers, without the method of the main code.
 */
class ShortestFloatFuzzTest {
  private static final int BATCH = 1000;
  private static final int INFINITY = 0x7F800000;

  /** Every positive float times 2^150 is whole, and so are the middles between two of them. */
  private static final int SCALE = 150;

  private final Fuzz fuzz = Fuzz.of(ShortestFloatFuzzTest.class);
  private final byte[] out = new byte[ShortestFloat.MAX_BYTES];

  @Test
  void floatsReadBackAndAreShortest() throws IOException {
    fuzz.until("floats", 7_000_000, this::batch);
  }

  private void batch(SplittableRandom random) {
    for (int i = 0; i < BATCH; i++) {
      int bits = bits(random);
      String text = text(Float.intBitsToFloat(bits));
      assertEquals(bits, Float.floatToRawIntBits(Float.parseFloat(text)), text);
      assertEquals("-" + text, text(-Float.intBitsToFloat(bits)));
      checkForm(bits, text);
      checkShortest(bits, text);
    }
    fuzz.count("floats", BATCH);
  }

  private static int bits(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> random.nextInt(1, 1 << 23); // below the normal ones
      case 1 -> near(random, random.nextInt(1, 255) << 23);
      case 2 -> near(random, Float.floatToRawIntBits(random.nextInt(1, 1 << 30)));
      case 3 -> Float.floatToRawIntBits(random.nextInt(1, 100_000) / 1000f);
      default -> random.nextInt(1, INFINITY);
    };
  }

  private static int near(SplittableRandom random, int bits) {
    return Math.max(1, Math.min(INFINITY - 1, bits + random.nextInt(9) - 4));
  }

  private String text(float number) {
    int end = ShortestFloat.put(out, 0, number);
    return new String(out, 0, end, StandardCharsets.ISO_8859_1);
  }

  /** No exponent from 1e-4 up to below 1e16, two digits of one elsewhere, no trailing zero. */
  private static void checkForm(int bits, String text) {
    float number = Float.intBitsToFloat(bits);
    int exponent = text.indexOf('e');
    assertEquals(number < 1e-4f || number >= 1e16f, exponent >= 0, text);
    String digits = exponent < 0 ? text : text.substring(0, exponent);
    assertTrue(digits.indexOf('.') < 0 || !digits.endsWith("0"), text);
    assertTrue(!digits.endsWith(".") && !digits.startsWith("."), text);
    assertTrue(exponent < 0 || text.length() == exponent + 4, text);
    assertTrue(exponent < 0 || digits.indexOf('.') == 1 || digits.length() == 1, text);
  }

  /** No decimal with fewer digits reads back as the float, and none with as many is nearer. */
  private static void checkShortest(int bits, String text) {
    BigInteger exact = scaled(bits);
    // A number is read as this float within the middles; on one only if the float is even.
    BigInteger low = scaled(bits - 1).add(exact);
    BigInteger high = scaled(bits + 1).add(exact);
    boolean even = (bits & 1) == 0;
    int e = text.indexOf('e');
    long digits = 0;
    int power = e < 0 ? 0 : Integer.parseInt(text.substring(e + 1));
    boolean places = false;
    for (int i = 0; i < (e < 0 ? text.length() : e); i++) {
      places |= text.charAt(i) == '.';
      if (text.charAt(i) != '.') {
        digits = digits * 10 + text.charAt(i) - '0';
        power -= places ? 1 : 0;
      }
    }
    for (; digits % 10 == 0; digits /= 10) {
      power++;
    }
    // Decimals of one digit less are multiples of ten times this power.
    assertTrue(!holdsMultiple(power + 1, low, high, even), () -> text + " is not the shortest");
    BigInteger ours = BigInteger.valueOf(digits);
    BigInteger distance = distance(ours, power, exact);
    for (int step = -1; step <= 1; step += 2) {
      BigInteger other = ours.add(BigInteger.valueOf(step));
      if (within(other, power, low, high, even)) {
        assertTrue(
            distance(other, power, exact).compareTo(distance) >= 0,
            () -> text + " is farther off than " + other);
      }
    }
  }

  /** The float times 2^150; above the largest float, what would be the next one. */
  private static BigInteger scaled(int bits) {
    int exponent = Math.max(1, bits >>> 23);
    int fraction = (bits & 0x7FFFFF) | (bits >>> 23 == 0 ? 0 : 1 << 23);
    return BigInteger.valueOf(fraction).shiftLeft(exponent - 150 + SCALE);
  }

  /** Whether a multiple of 10^power reads back; the bounds are those of the doubled number. */
  private static boolean holdsMultiple(int power, BigInteger low, BigInteger high, boolean even) {
    BigInteger ten = BigInteger.TEN.pow(Math.abs(power));
    BigInteger unit = BigInteger.TWO.shiftLeft(SCALE); // 1, doubled
    BigInteger count =
        power >= 0 ? high.divide(unit.multiply(ten)) : high.multiply(ten).divide(unit);
    for (int back = 0; back < 2; back++) {
      BigInteger multiple = count.subtract(BigInteger.valueOf(back));
      if (multiple.signum() > 0 && within(multiple, power, low, high, even)) {
        return true;
      }
    }
    return false;
  }

  private static boolean within(
      BigInteger digits, int power, BigInteger low, BigInteger high, boolean even) {
    BigInteger ten = BigInteger.TEN.pow(Math.abs(power));
    BigInteger number = digits.shiftLeft(SCALE + 1);
    number = power >= 0 ? number.multiply(ten) : number;
    BigInteger least = power >= 0 ? low : low.multiply(ten);
    BigInteger most = power >= 0 ? high : high.multiply(ten);
    int slack = even ? 0 : 1;
    return number.compareTo(least) >= slack && number.compareTo(most) <= -slack;
  }

  /** How far a decimal is from a float, times the same for all decimals of that power. */
  private static BigInteger distance(BigInteger digits, int power, BigInteger exact) {
    BigInteger ten = BigInteger.TEN.pow(Math.abs(power));
    BigInteger number = digits.shiftLeft(SCALE);
    return power >= 0
        ? number.multiply(ten).subtract(exact).abs()
        : number.subtract(exact.multiply(ten)).abs();
  }
}
