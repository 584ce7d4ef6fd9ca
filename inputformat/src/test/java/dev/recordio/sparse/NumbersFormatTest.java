// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.wire.MalformedRecordException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
