// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each way a list line can be invalid: the error, and its offset in the file. */
class ListLineErrorTest {
  private static final long FILE_OFFSET = 6_000_000_000L;
  private static final String GRAMMAR = "key TAB label[ TAB label...] TAB path";

  private final ListLine line = new ListLine();

  private MalformedRecordException errorOf(byte[] text) {
    byte[] padded = new byte[text.length + 5];
    System.arraycopy(text, 0, padded, 5, text.length);
    MalformedRecordException e =
        assertThrows(
            MalformedRecordException.class,
            () -> line.parse(padded, 5, text.length, FILE_OFFSET, 17));
    assertEquals("malformed list line", e.what());
    assertEquals(17, e.line());
    return e;
  }

  private void assertError(String text, int column, String expected, String found) {
    MalformedRecordException e = errorOf(text.getBytes(StandardCharsets.UTF_8));
    assertEquals(FILE_OFFSET + column, e.offset());
    assertEquals(expected, e.expected());
    assertEquals(found, e.found());
  }

  @Test
  void theMessageNamesFileOffsetAndLine() {
    assertEquals(
        "malformed list line: train.lst at offset 6000000002, line 17: expected a decimal number,"
            + " nan or inf as label 1, found \"dog\"",
        errorOf("7\tdog\ta.jpg".getBytes(StandardCharsets.UTF_8)).at("train.lst").getMessage());
  }

  @Test
  void fewerThanThreeFieldsAreRefusedAtTheLine() {
    assertError("7 1.0 a.jpg", 0, GRAMMAR, "no TAB: \"7 1.0 a.jpg\"");
    assertError("  # comment\n", 2, GRAMMAR, "no TAB: \"# comment\"");
    assertError("7\ta.jpg\r\n", 0, GRAMMAR, "only one TAB: \"7\\ta.jpg\"");
    assertError("key\ta.jpg", 0, GRAMMAR, "only one TAB: \"key\\ta.jpg\"");
    assertError("7\t1.0\t", 0, GRAMMAR, "only one TAB: \"7\\t1.0\"");
    assertError("7\t1.0\t \t\u00A0\n", 0, GRAMMAR, "only one TAB: \"7\\t1.0\"");
    assertError("\t7\ta.jpg", 1, GRAMMAR, "only one TAB: \"7\\ta.jpg\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "+1",
        "1_0",
        "1.0",
        "1e3",
        "0x1",
        "a",
        "1 2",
        "１",
        "18446744073709551616",
        "18446744073709551619",
        "18446744073709551620",
        "28446744073709551615",
        "99999999999999999999",
        "184467440737095516150"
      })
  void keysOtherThanUnsignedDecimalsAreRefused(String key) {
    String expected = "a key of decimal digits from 0 to 2^64 - 1";
    assertError(key + "\t1\ta.jpg", 0, expected, "\"" + key + "\"");
    assertError("  " + key + " \t1\ta.jpg", 2, expected, "\"" + key + "\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7;dog;a.jpg       | 2 | a decimal number, nan or inf as label 1       | dog",
        "7;1; 1f ;a.jpg    | 5 | a decimal number, nan or inf as label 2       | 1f",
        "7;1;2;0x1p3;a.jpg | 6 | a decimal number, nan or inf as label 3       | 0x1p3",
        "7;;a.jpg          | 2 | a decimal number, nan or inf as label 1       | ''",
        "7;1;;a.jpg        | 4 | a decimal number, nan or inf as label 2       | ''",
        "7;1_0;a.jpg       | 2 | a decimal number, nan or inf as label 1       | 1_0",
        "7;0;1e39;a.jpg    | 4 | a number that fits float32, or inf as label 2 | 1e39",
        "7;-1e999;a.jpg    | 2 | a number that fits float32, or inf as label 1 | -1e999"
      })
  void wrongLabelsAreRefusedWithTheirNumber(
      String text, int column, String expected, String found) {
    assertError(text.replace(';', '\t'), column, expected, "\"" + found + "\"");
  }

  @Test
  void lineBreaksInsideALineAreRefused() {
    String expected = "no line break inside a line";
    assertError("7\t1\ta.jpg\r8\t1\tb.jpg\n", 9, expected, "\"7\\t1\\ta.jpg\\r8\\t1\\tb.jpg\"");
    assertError("7\t1\ta.jpg\n8\t1\tb.jpg\n", 9, expected, "\"7\\t1\\ta.jpg\\n8\\t1\\tb.jpg\"");
  }

  @ParameterizedTest
  @CsvSource({
    "'/\u00FF', 1",
    "'ab/\u00C3', 3",
    "'a\u00C3(b', 1",
    "'\u00C0\u00AF', 0",
    "'d/\u00ED\u00A0\u0080', 2",
    "'x\u00F5\u0080\u0080\u0080', 1",
    "'\u00E9t\u00E9.jpg', 0",
    "'\u00EF\u00BF\u00BDab\u00FE', 5",
    "'a\u00F0\u009F\u0098', 1",
    "'a\u00F0\u009F\u0098b', 1"
  })
  void pathsThatAreNotUtf8AreRefusedAtTheFirstWrongByte(String latin1, int column) {
    MalformedRecordException e = errorOf(("7\t1\t" + latin1).getBytes(StandardCharsets.ISO_8859_1));
    assertEquals("a path in UTF-8", e.expected());
    assertEquals(FILE_OFFSET + 4 + column, e.offset());
    assertTrue(e.found().matches("\"[ -~]*\\\\x[0-9a-f]{2}[ -~]*\""), e.found());
  }

  @Test
  void whatIsShownOfALineIsShortAndPrintable() {
    assertError("x".repeat(500), 0, GRAMMAR, "no TAB: \"" + "x".repeat(64) + "\"...");
    assertError("x" + "é".repeat(99), 0, GRAMMAR, "no TAB: \"x" + "é".repeat(31) + "\"...");
    assertError("x" + "😀".repeat(99), 0, GRAMMAR, "no TAB: \"x" + "😀".repeat(15) + "\"...");
    assertError(
        "a\u001B[31m\u202E\u00A0é😀b", 0, GRAMMAR, "no TAB: \"a\\x1b[31m\\u202e\\u00a0é😀b\"");
  }

  @Test
  void afterAnErrorThereIsNoPathOfTheLineBefore() throws Exception {
    byte[] good = "7\t1\ta.jpg".getBytes(StandardCharsets.UTF_8);
    line.parse(good, 0, good.length, 0, 1);
    errorOf("8\tdog\tb.jpg".getBytes(StandardCharsets.UTF_8));
    assertEquals(null, line.path());
    assertEquals(0, line.labelCount());
  }

  @Test
  void damagedLinesEitherReadOrGiveThisErrorWithinTheLine() {
    Random random = new Random(7);
    byte[] alphabet = "0123.-+eEnaif\t\t \r\n\u00A0é图\uFEFF".getBytes(StandardCharsets.UTF_8);
    byte[] sound = "7\t1.5\tnan\ta é.jpg\r\n".getBytes(StandardCharsets.UTF_8);
    int entries = 0;
    int errors = 0;
    for (int round = 0; round < 100_000; round++) {
      byte[] text = Arrays.copyOf(sound, random.nextInt(sound.length + 1));
      for (int damage = random.nextInt(4); damage > 0 && text.length > 0; damage--) {
        text[random.nextInt(text.length)] = alphabet[random.nextInt(alphabet.length)];
      }
      try {
        entries += line.parse(text, 0, text.length, FILE_OFFSET, -1) ? 1 : 0;
      } catch (MalformedRecordException e) {
        errors++;
        assertTrue(e.offset() >= FILE_OFFSET && e.offset() <= FILE_OFFSET + text.length);
        assertEquals(-1, e.line());
      }
    }
    assertTrue(entries > 10_000, "only " + entries + " damaged lines had an entry");
    assertTrue(errors > 10_000, "only " + errors + " damaged lines were refused");
  }
}
