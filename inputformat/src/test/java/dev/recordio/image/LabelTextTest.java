// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected bits and texts are those of Python 3's float(), struct.pack("f") and "%f". */
class LabelTextTest {
  private static float parse(String text) {
    byte[] bytes = ("9" + text + "9").getBytes(StandardCharsets.UTF_8);
    return LabelText.parse(bytes, 1, bytes.length - 1);
  }

  private static String format(float label) {
    StringBuilder out = new StringBuilder();
    LabelText.appendTo(out, label);
    return out.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 00000000",
    "-0, 80000000",
    "+1, 3f800000",
    "1., 3f800000",
    ".5, 3f000000",
    "-.5, bf000000",
    "1e5, 47c35000",
    "1E+5, 47c35000",
    "1e-45, 00000001",
    "7e-46, 00000000",
    "0.1, 3dcccccd",
    "16777217, 4b800000",
    "3.4028235e38, 7f7fffff",
    "3.40282356e38, 7f7fffff",
    "1.17549435e-38, 00800000",
    "00012.50, 41480000",
    "9007199254740993, 5a000000",
    "123456789012345678901234567890, 6fc77488",
    "0.000000000000000000000000001, 129e74d2",
    "1.00000005960464477539062500001, 3f800000",
    "1.000000059604644775390625, 3f800000",
    "-269.741531, c386deea",
    "863255.250652, 4952c174",
    "nan, 7fc00000",
    "NAN, 7fc00000",
    "NaN, 7fc00000",
    "-nan, ffc00000",
    "+NaN, 7fc00000",
    "inf, 7f800000",
    "-Inf, ff800000",
    "+INFINITY, 7f800000",
    "infinity, 7f800000"
  })
  void readsWhatPythonReads(String text, String bits) {
    assertEquals(bits, String.format("%08x", Float.floatToRawIntBits(parse(text))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "+",
        "-",
        ".",
        "-.",
        "e5",
        ".e5",
        "1e",
        "1e+",
        "1e-",
        "1e5.",
        "1e5e5",
        "1.2.3",
        "--1",
        "+-1",
        "1 2",
        " 1",
        "1 ",
        "1_0",
        "1f",
        "1F",
        "1d",
        "1D",
        "0x10",
        "0x1p3",
        "1,5",
        "nan0",
        "nanf",
        "in",
        "infinit",
        "infinityy",
        "- 1",
        "١",
        "1\0",
        "--nan",
        "null"
      })
  void refusesWhatIsNoDecimalNumber(String text) {
    NumberFormatException e = assertThrows(NumberFormatException.class, () -> parse(text));
    assertEquals("a decimal number, nan or inf", e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.4028235677973365e38", "1e39", "-1e39", "1e308", "1e999", "-1e999"})
  void refusesNumbersThatFloat32CannotHold(String text) {
    NumberFormatException e = assertThrows(NumberFormatException.class, () -> parse(text));
    assertEquals("a number that fits float32, or inf", e.getMessage());
  }

  @Test
  void shortDecimalsRoundAsTheLibraryRoundsThem() {
    Random random = new Random(20);
    for (int i = 0; i < 200_000; i++) {
      String digits = Long.toString(random.nextLong() >>> random.nextInt(1, 64));
      int point = random.nextInt(digits.length() + 1);
      String zeros = "0".repeat(random.nextInt(12) / 4 * random.nextInt(9));
      String text = digits.substring(0, point) + "." + zeros + digits.substring(point);
      String signed = random.nextBoolean() ? "-" + text.replace("-", "") : text.replace("-", "");
      if (signed.chars().noneMatch(Character::isDigit)) {
        continue;
      }
      assertEquals((float) Double.parseDouble(signed), parse(signed), signed);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "00000000, 0.000000",
    "80000000, -0.000000",
    "3f800000, 1.000000",
    "3c000000, 0.007812",
    "bc000000, -0.007812",
    "38d1b717, 0.000100",
    "3dcccccd, 0.100000",
    "7f7fffff, 340282346638528859811704183484516925440.000000",
    "ff7fffff, -340282346638528859811704183484516925440.000000",
    "00000001, 0.000000",
    "80000001, -0.000000",
    "7f800000, inf",
    "ff800000, -inf",
    "7fc00000, nan",
    "ffc00000, nan",
    "4effffff, 2147483520.000000",
    "4f000000, 2147483648.000000",
    "4f000001, 2147483904.000000",
    "4b7fffff, 16777215.000000",
    "42f6e979, 123.456001",
    "be2dd873, -0.169771",
    "4889d059, 282242.781250",
    "35060000, 0.000000",
    "49742400, 1000000.000000",
    "7149f2ca, 1000000015047466219876688855040.000000"
  })
  void writesWhatPythonWrites(String bits, String text) {
    assertEquals(text, format(Float.intBitsToFloat(Integer.parseUnsignedInt(bits, 16))));
  }

  @Test
  void theLocaleDoesNotMatter() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertEquals("-1234567.500000", format(-1234567.5f));
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      assertEquals(Float.POSITIVE_INFINITY, parse("INFINITY"));
      assertEquals(0.5f, parse("0.5"));
    } finally {
      Locale.setDefault(before);
    }
  }
}
