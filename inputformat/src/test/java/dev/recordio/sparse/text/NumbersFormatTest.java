// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines of numbers, as side files have them. */
class NumbersFormatTest {
  private static LineParser parser(ParseMode mode) {
    return TextFormats.parser("numbers", new TextOptions(mode, 0, -1, Map.of()));
  }

  private static CsrBlock parse(LineParser parser, String text) throws Exception {
    return Texts.parse(parser, text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void numbersHaveBlanksOrCommasBetween() throws Exception {
    CsrBlock block =
        parse(parser(ParseMode.STRICT), " 1\n\n# none\r\n2.5,3 4\t-5 # five\n1e3 , nan\n0.1");
    assertEquals(4, block.rows());
    assertArrayEquals(new float[] {1, 2.5f, 1000, 0.1f}, Arrays.copyOf(block.labels(), 4));
    assertArrayEquals(new int[] {0, 0, 3, 4, 4}, Arrays.copyOf(block.offsets(), 5));
    assertArrayEquals(new int[] {0, 1, 2, 0}, Arrays.copyOf(block.indices(), 4));
    assertArrayEquals(new float[] {3, 4, -5, Float.NaN}, Arrays.copyOf(block.values(), 4));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "group  | 3\\n2.5   | 2 | one whole number from 1 to 16777215, the rows of a group",
        "group  | 0        | 0 | one whole number from 1 to 16777215, the rows of a group",
        "group  | 16777216 | 0 | one whole number from 1 to 16777215, the rows of a group",
        "group  | 1 2      | 2 | one whole number from 1 to 16777215, the rows of a group",
        "weight | 1\\nnan   | 2 | one finite number, a weight",
        "weight | 1e40     | 0 | one finite number, a weight",
        "weight | 1,2      | 2 | one finite number, a weight",
        "MARGIN | 1 -inf   | 2 | finite numbers, the base margins of a row",
      })
  void invalidNumbersAreErrors(String of, String text, long offset, String expected) {
    for (ParseMode mode : ParseMode.values()) {
      LineParser parser =
          TextFormats.parser("numbers", new TextOptions(mode, 0, -1, Map.of("of", of)));
      var e =
          assertThrows(
              MalformedRecordException.class, () -> parse(parser, text.replace("\\n", "\n")));
      assertEquals("not a " + of.toLowerCase(Locale.ROOT), e.what());
      assertEquals(offset, e.offset());
      assertEquals(expected, e.expected());
    }
  }

  @Test
  void validNumbersAreRead() throws Exception {
    for (String of : new String[] {"group 16777215", "weight -1", "margin -2 0.5", "any nan"}) {
      String[] words = of.split(" ", 2);
      var options = new TextOptions(ParseMode.STRICT, 0, -1, Map.of("of", words[0]));
      assertEquals(1, parse(TextFormats.parser("numbers", options), words[1]).rows());
    }
  }

  @Test
  void whatIsNoNumberIsAFault() throws Exception {
    var e =
        assertThrows(
            MalformedRecordException.class, () -> parse(parser(ParseMode.STRICT), "1 2\n3 x4\n"));
    assertEquals("bad-value", e.what());
    assertEquals(6, e.offset());
    assertEquals(2, e.line());
    assertThrows(MalformedRecordException.class, () -> parse(parser(ParseMode.STRICT), "1 ,, 2\n"));
    LineParser lenient = parser(ParseMode.LENIENT);
    CsrBlock block = parse(lenient, "1 2x 3\nx\n4 5\n");
    assertEquals(2, block.rows());
    assertEquals(1, block.entries());
    assertEquals(2, lenient.counters().get(ParseRule.BAD_VALUE));
  }
}
