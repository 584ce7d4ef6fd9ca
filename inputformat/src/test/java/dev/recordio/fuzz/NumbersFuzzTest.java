// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.sparse.number.NumberParser;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Decimal numbers get the bits that Float.parseFloat gives them, and end where they end. */
class NumbersFuzzTest {
  private static final int BATCH = 500;
  private static final String AFTER = " \t\n\r#:,;\"xyz/-+_\u00E9";
  private static final String[] NAMED = {"inf", "infinity", "nan"};

  private final Fuzz fuzz = Fuzz.of(NumbersFuzzTest.class);
  private final NumberParser numbers = new NumberParser();

  @Test
  void numbersAreParseFloats() throws IOException {
    fuzz.until("numbers", 2_250_000, this::batch);
  }

  private void batch(SplittableRandom random) {
    for (int i = 0; i < BATCH; i++) {
      check(random, sign(random) + number(random));
    }
    named(random);
    fuzz.count("numbers", BATCH + 1);
  }

  private void check(SplittableRandom random, String number) {
    parse(random, number, Float.parseFloat(number));
  }

  private void named(SplittableRandom random) {
    String name = NAMED[random.nextInt(NAMED.length)];
    var letters = new StringBuilder(sign(random));
    for (char c : name.toCharArray()) {
      letters.append(random.nextBoolean() ? c : Character.toUpperCase(c));
    }
    float infinity = letters.charAt(0) == '-' ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
    parse(random, letters.toString(), name.equals("nan") ? Float.NaN : infinity);
  }

  /** Parses a number that begins anywhere and is followed by any byte that does not continue it. */
  private void parse(SplittableRandom random, String number, float expected) {
    int from = random.nextInt(12);
    char after = AFTER.charAt(random.nextInt(AFTER.length()));
    String rest = random.nextBoolean() ? "1".repeat(20) : "e5.7 0.3:45 6e7.8 9:";
    byte[] bytes = ("7".repeat(from) + number + after + rest).getBytes(StandardCharsets.ISO_8859_1);
    int end = numbers.parse(bytes, from);
    int bits = Float.floatToRawIntBits(numbers.value());
    if (end != from + number.length() || bits != Float.floatToRawIntBits(expected)) {
      assertEquals(number + " is " + expected, number + " is " + numbers.value());
      assertEquals(from + number.length(), end, () -> "the end of " + number + after + rest);
      assertEquals(
          Integer.toHexString(Float.floatToRawIntBits(expected)),
          Integer.toHexString(bits),
          number);
    }
  }

  private static String sign(SplittableRandom random) {
    int sign = random.nextInt(8);
    return sign == 0 ? "+" : sign < 3 ? "-" : "";
  }

  private static String number(SplittableRandom random) {
    float any = Float.intBitsToFloat(random.nextInt(0x7F800000));
    return switch (random.nextInt(12)) {
      case 0 -> Float.toString(any);
      case 1 -> Double.toString(Double.longBitsToDouble(random.nextLong(0x7FF0000000000000L)));
      case 2 -> digits(random, 1, 9) + (random.nextBoolean() ? "." : "");
      case 3 -> "0." + digits(random, 1, 25);
      case 4 -> digits(random, 0, 20) + "." + digits(random, 1, 40);
      case 5 -> digits(random, 1, 24) + exponent(random, 60);
      case 6 -> digits(random, 1, 3) + "." + digits(random, 0, 20) + exponent(random, 60);
      case 7 -> "0".repeat(random.nextInt(30)) + digits(random, 1, 3) + exponent(random, 1000);
      case 8 -> "." + "0".repeat(random.nextInt(60)) + digits(random, 1, 12) + exponent(random, 60);
      case 9 -> middle(any).toString();
      case 10 -> middle(any).toPlainString() + (random.nextBoolean() ? "" : "000000001");
      default -> nearMiddle(random, any);
    };
  }

  private static String digits(SplittableRandom random, int least, int most) {
    int count = least + random.nextInt(most - least + 1);
    var out = new StringBuilder();
    boolean extreme = random.nextInt(8) == 0; // zeros and nines
    for (int i = 0; i < count; i++) {
      out.append(extreme ? (random.nextBoolean() ? '0' : '9') : (char) ('0' + random.nextInt(10)));
    }
    return out.toString();
  }

  private static String exponent(SplittableRandom random, int most) {
    int exponent = random.nextInt(2 * most) - most;
    String sign = exponent >= 0 && random.nextInt(3) == 0 ? "+" : "";
    return (random.nextBoolean() ? "e" : "E") + sign + exponent;
  }

  /** The number exactly between a float and the next larger one. */
  private static BigDecimal middle(float low) {
    float high = Math.nextUp(low);
    double top = high == Float.POSITIVE_INFINITY ? 0x1p128 : high;
    return new BigDecimal(low).add(new BigDecimal(top)).divide(BigDecimal.valueOf(2));
  }

  /** A middle cut to some digits, the last one moved. */
  private static String nearMiddle(SplittableRandom random, float low) {
    BigDecimal middle = middle(low);
    int digits = Math.min(1 + random.nextInt(30), middle.precision());
    BigDecimal cut = middle.round(new MathContext(digits));
    return cut.add(cut.ulp().multiply(BigDecimal.valueOf(random.nextInt(3) - 1))).abs().toString();
  }
}
