// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.number;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers get the bits that Float.parseFloat gives them. */
class NumberParserTest {
  private static final int KINDS = 10;

  private static final NumberParser NUMBERS = new NumberParser();

  private static int parse(String text) {
    return NUMBERS.parse(bytes(text), 3);
  }

  private static byte[] bytes(String text) {
    return ("***" + text + " ".repeat(20)).getBytes(StandardCharsets.US_ASCII);
  }

  private static void same(String text) {
    int result = parse(text);
    assertEquals(text.length() + 3, result, text);
    int expected = Float.floatToIntBits(Float.parseFloat(text));
    int bits = Float.floatToRawIntBits(NUMBERS.value());
    if (bits != expected) {
      assertEquals(Integer.toHexString(expected), Integer.toHexString(bits), text);
    }
    boolean plain = NUMBERS.plain(bytes(text), 3) != NumberParser.NONE;
    if (plain) {
      assertEquals(expected, Float.floatToRawIntBits(NUMBERS.value()), text);
    }
    exact(text, Float.intBitsToFloat(expected), plain);
  }

  /**
   * The double is that of Double.parseDouble; integers that are rounded are known, and not plain.
   */
  private static void exact(String text, float number, boolean plain) {
    double exact = NumberParser.exact(bytes(text), 3, 3 + text.length(), number);
    assertEquals(Double.parseDouble(text), exact, text);
    if (Math.abs(number) >= 1 << 24 && Float.isFinite(number)) {
      boolean integer = text.matches("[+-]?\\d+(\\.0*)?");
      boolean rounded = integer && new BigDecimal(text).compareTo(new BigDecimal(number)) != 0;
      assertEquals(
          rounded, NumberParser.isRounded(bytes(text), 3, 3 + text.length(), number), text);
      assertTrue(!rounded || !plain, text);
    }
  }

  /** Whatever byte follows, and however many places there are. */
  @ParameterizedTest
  @ValueSource(strings = {"", "-"})
  void plainNumbersEndWhereOthersDo(String sign) {
    for (int places = 0; places <= 18; places++) {
      String text = sign + "9." + "8".repeat(places);
      byte[] bytes = bytes(text);
      for (int after = 0; after <= 0xFF; after++) {
        bytes[3 + text.length()] = (byte) after;
        int end = NUMBERS.parse(bytes, 3);
        float value = NUMBERS.value();
        assertEquals(end, NUMBERS.plain(bytes, 3), text + " and byte " + after);
        assertEquals(value, NUMBERS.value(), text + " and byte " + after);
      }
    }
  }

  private static void fuzz(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < count; i++) {
      same((random.nextInt(4) == 0 ? "-" : "") + number(random, i % KINDS));
    }
  }

  private static String number(SplittableRandom random, int kind) {
    float any = Float.intBitsToFloat(random.nextInt(0x7F800000));
    return switch (kind) {
      case 0 -> Float.toString(any);
      case 1 -> Double.toString(Double.longBitsToDouble(random.nextLong(0x7FF0000000000000L)));
      case 2 -> digits(random, 1 + random.nextInt(9));
      case 3 -> "0." + digits(random, 1 + random.nextInt(25));
      case 4 -> digits(random, random.nextInt(12)) + "." + digits(random, 1 + random.nextInt(12));
      case 5 -> digits(random, 1 + random.nextInt(24)) + "e" + (random.nextInt(120) - 70);
      case 6 -> digits(random, 1) + "." + digits(random, 16) + "E" + (random.nextInt(90) - 50);
      case 7 -> middle(any).toString();
      case 8 -> middle(any).toPlainString() + (random.nextBoolean() ? "" : "000000001");
      default -> nearMiddle(random, any);
    };
  }

  private static String digits(SplittableRandom random, int count) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < count; i++) {
      out.append((char) ('0' + random.nextInt(10)));
    }
    return out.toString();
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

  @Test
  void aMillionNumbers() {
    fuzz(20261121, 1_000_000);
  }

  @Test
  @Tag("large")
  void twentyMillionNumbers() {
    fuzz(7, 20_000_000);
  }

  @Test
  void everyPowerOfTenWithFewAndManyDigits() {
    for (int exponent = -400; exponent <= 400; exponent++) {
      for (String digits :
          new String[] {
            "0",
            "1",
            "7",
            "9.999999",
            "16777217",
            "18446744073709551615",
            "18446744073709551616",
            "9999999999999999999",
            "99999999999999999999",
            "1234567890123456789012345678901"
          }) {
        same(digits + "e" + exponent);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "+1",
        "5.",
        ".5",
        "-.25",
        "007",
        "00.50",
        "1e3",
        "1E-3",
        "1e+2",
        "16777217",
        "8388608.5",
        "8388609.5",
        "3.4028235e38",
        "3.4028236e38",
        "3.40282356779733661637e38",
        "1.17549435e-38",
        "1.1754943e-38",
        "1.401298464324817e-45",
        "7.006492321624085e-46",
        "7.006492321624086e-46",
        "1e-45",
        "1e39",
        "1e-50",
        "1e999999999999",
        "1e-999999999999",
        "0e999999999999",
        "0.00000000000000000000000000000000000000000000000000001e53",
        "100000000000000000000000000000000000000000000000000000e-53",
        "123456789012345678901234"
      })
  void form(String text) {
    same(text);
  }

  @Test
  void thousandsOfDigits() {
    same("0." + "0".repeat(5000) + "1e5000");
    same("1" + "0".repeat(5000) + "e-5000");
    same("16777217." + "0".repeat(3000) + "1");
    same("16777217" + "0".repeat(3000) + "e-3000");
    same("16777216." + "9".repeat(3000));
  }

  @ParameterizedTest
  @CsvSource({
    "inf, Infinity, 3",
    "+INF, Infinity, 4",
    "-inf, -Infinity, 4",
    "InfiniTy, Infinity, 8",
    "-infinity, -Infinity, 9",
    "nan, NaN, 3",
    "-NaN, NaN, 4",
    "infinit, Infinity, 3",
    "1e, 1, 1",
    "1e+, 1, 1",
    "1.5f, 1.5, 3",
    "1.2.3, 1.2, 3",
    "1-1, 1, 1",
    "0x10, 0, 1",
    "1d, 1, 1",
    "1_0, 1, 1",
    "5:3, 5, 1"
  })
  void endsAtFirstByteOutsideTheNumber(String text, float value, int length) {
    int result = parse(text);
    assertEquals(value, NUMBERS.value());
    assertEquals(3 + length, result);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "+", "-", ".", "-.", "e5", "--1", "+-1", "x", "i", "in", "na", "#", ":", " 1"})
  void noNumber(String text) {
    assertEquals(NumberParser.NONE, parse(text));
  }

  @Test
  void numberEndsAtAnyByteThatIsNoPartOfIt() {
    byte[] text = ("12.34567890123456789" + " ".repeat(20)).getBytes(StandardCharsets.US_ASCII);
    for (int end = 0; end <= 20; end++) {
      for (int c = 0; c < 256; c++) {
        byte[] cut = text.clone();
        cut[end] = (byte) c;
        String number = new String(cut, 0, end, StandardCharsets.US_ASCII);
        boolean part = c >= '0' && c <= '9' || c == '.' || (c | 0x20) == 'e';
        if (end > 0 && !part) {
          int result = NUMBERS.parse(cut, 0);
          assertEquals(end, result, "byte " + c + " at " + end);
          assertEquals(Float.parseFloat(number), NUMBERS.value());
        }
      }
    }
  }

  @Test
  void productDecidesNearlyAlways() {
    SplittableRandom random = new SplittableRandom(1);
    int undecided = 0;
    for (int i = 0; i < 1_000_000; i++) {
      int bits = FloatScaling.bits(random.nextLong(), random.nextInt(60) - 30, false);
      undecided += bits == FloatScaling.UNDECIDED ? 1 : 0;
    }
    assertTrue(undecided < 3, "Strings needed: " + undecided);
  }
}
