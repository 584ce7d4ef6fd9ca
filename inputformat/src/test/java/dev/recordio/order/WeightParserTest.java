// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightParserTest {
  private static Weights parse(long records, String... lines) {
    var parser = new WeightParser("w.txt", records);
    for (String line : lines) {
      parser.add(line);
    }
    return parser.end();
  }

  private static void assertRefused(String message, long records, String... lines) {
    String found =
        assertThrows(InvalidSettingException.class, () -> parse(records, lines)).getMessage();
    assertEquals(message, found);
  }

  @Test
  void numbersAreRead() {
    Weights weights = parse(8, "1", " 2.5\t", "+0", "1e-3", ".5", "3.", "-0", "1E+2\r");
    assertEquals(8, weights.size());
    double sum = 1 + 2.5 + 1e-3 + .5 + 3 + 1e2;
    assertEquals(0, weights.recordAt(0.999 / sum));
    assertEquals(1, weights.recordAt(1.001 / sum));
    assertEquals(3, weights.recordAt(3.5005 / sum));
    assertEquals(4, weights.recordAt(3.502 / sum));
    assertEquals(5, weights.recordAt(4.1 / sum));
    assertEquals(7, weights.recordAt(7.1 / sum));
  }

  @Test
  void manyAreRead() {
    var parser = new WeightParser("w.txt", 5000);
    for (int i = 0; i < 5000; i++) {
      parser.add(i == 4321 ? "7" : "0");
    }
    Weights weights = parser.end();
    assertEquals(5000, weights.size());
    assertEquals(4321, weights.recordAt(0.5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-1",
        "NaN",
        "Infinity",
        "1e999",
        "0x1p3",
        "1d",
        "1f",
        "1,5",
        "1 2",
        ".",
        "e5"
      })
  void whatIsNoWeightIsRefusedWithItsLine(String line) {
    assertRefused(
        "w.txt, line 2: expected a finite number of at least 0, found \"" + line + '"',
        3,
        "1",
        line,
        "1");
  }

  @Test
  void longLinesAreShortened() {
    String message =
        assertThrows(InvalidSettingException.class, () -> parse(1, "x".repeat(1000))).getMessage();
    assertTrue(message.endsWith(", found \"" + "x".repeat(40) + "...\""), message);
  }

  @Test
  void theirNumberMustBeThatOfTheRecords() {
    assertRefused("w.txt: expected 3 weights, one for each record, found 2", 3, "1", "1");
    assertRefused(
        "w.txt, line 3: expected no more than 2 weights, one for each record, found another one",
        2,
        "1",
        "1",
        "1");
    assertRefused(
        "w.txt: expected at most 2147483639 records to weigh, found 3000000000", 3_000_000_000L);
    assertEquals(0, parse(0).size());
  }

  @Test
  void oneMustBeAboveZero() {
    assertRefused("w.txt: order: 2 weights, all of them 0: expected one above 0", 2, "0", "0");
    assertEquals(
        "order: weight 1: -2.0: expected a finite number of at least 0",
        assertThrows(InvalidSettingException.class, () -> Weights.of(1, -2)).getMessage());
  }
}
