// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where a text is cut, and what is around it in memory, changes nothing. */
class TextCutsTest {
  static Stream<String> texts() {
    return Stream.of("recordio/libsvm", "recordio/libfm", "recordio/csv", "csr", "csr/edge")
        .flatMap(folder -> Texts.names(folder, "").stream())
        .filter(name -> Texts.bytes(name).length < 10_000);
  }

  /** Indices after line ends, CR LF being one. */
  private static List<Integer> lineEnds(byte[] text) {
    List<Integer> ends = new ArrayList<>();
    for (int i = 1; i < text.length; i++) {
      boolean pair = text[i - 1] == '\r' && text[i] == '\n';
      if ((text[i - 1] == '\n' || text[i - 1] == '\r') && !pair) {
        ends.add(i);
      }
    }
    return ends;
  }

  @ParameterizedTest
  @MethodSource("texts")
  void cutAtEveryLineEnd(String name) throws Exception {
    byte[] text = Texts.bytes(name);
    byte[] padded = Arrays.copyOf(text, text.length + 16);
    LineParser whole = StrictRulesTest.parser(name, ParseMode.LENIENT);
    List<Texts.Row> expected = Texts.rows(Texts.parse(whole, text));
    LineParser lines = StrictRulesTest.parser(name, ParseMode.LENIENT);
    CsrBlock all = new CsrBlock();
    int from = 0;
    long line = 1;
    List<Integer> ends = lineEnds(text);
    for (int end : ends) {
      CsrBlock two = new CsrBlock();
      LineParser parser = StrictRulesTest.parser(name, ParseMode.LENIENT);
      long next = 1 + parser.parse(padded, 0, end, 0, 1, two);
      parser.parse(padded, end, text.length, end, next, two);
      assertEquals(expected, Texts.rows(two));
      assertEquals(whole.counters().toString(), parser.counters().toString());
      line += lines.parse(padded, from, end, from, line, all);
      assertEquals(next, line);
      from = end;
    }
    lines.parse(padded, from, text.length, from, line, all);
    assertEquals(expected, Texts.rows(all));
    assertEquals(whole.traits().conflict(), lines.traits().conflict());
    assertArrayEquals(text, Arrays.copyOf(padded, text.length));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void grownByteByByteWithOtherTextAfterIt(String name) throws Exception {
    byte[] text = Texts.bytes(name);
    int length = Math.min(text.length, 400);
    for (byte junk : "1: #\"e".getBytes(StandardCharsets.US_ASCII)) {
      byte[] padded = Arrays.copyOf(text, length + 40);
      Arrays.fill(padded, length, padded.length, junk);
      for (int to = 0; to <= length; to++) {
        byte[] exact = Arrays.copyOf(text, to);
        assertEquals(outcome(name, exact, to), outcome(name, padded, to));
      }
      assertArrayEquals(Arrays.copyOf(text, length), Arrays.copyOf(padded, length));
      assertEquals(junk, padded[length]);
    }
  }

  private static String outcome(String name, byte[] bytes, int to) {
    CsrBlock block = new CsrBlock();
    try {
      long lines = StrictRulesTest.parser(name, ParseMode.STRICT).parse(bytes, 0, to, 0, 1, block);
      return lines + " " + Texts.rows(block);
    } catch (MalformedRecordException e) {
      return e.getMessage() + " " + Texts.rows(block);
    }
  }

  @Test
  void byteAfterTheTextIsRestoredAfterAnError() {
    byte[] text = "1 x\n5".getBytes(StandardCharsets.US_ASCII);
    byte[] padded = Arrays.copyOf(text, 30);
    assertThrows(
        MalformedRecordException.class,
        () -> Texts.libSvm(ParseMode.STRICT).parse(padded, 0, 3, 0, 1, new CsrBlock()));
    assertArrayEquals(text, Arrays.copyOf(padded, 5));
  }

  @Test
  void linesCountCrLfOnceAndAnUnfinishedLine() throws Exception {
    byte[] text = "1\r\n2\r3\n\n4".getBytes(StandardCharsets.US_ASCII);
    CsrBlock block = new CsrBlock();
    assertEquals(5, Texts.libSvm(ParseMode.STRICT).parse(text, 0, text.length, 0, 1, block));
    assertEquals(4, block.rows());
  }

  @Test
  void markIsSkippedAtTheFileStartOnly() throws Exception {
    byte[] text = "\u00EF\u00BB\u00BF1 2:3\n".getBytes(StandardCharsets.ISO_8859_1);
    LineParser parser = Texts.libSvm(ParseMode.STRICT);
    assertEquals(1, parser.parse(text, 0, text.length, 0, 1, new CsrBlock()));
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> parser.parse(text, 0, text.length, 100, 9, new CsrBlock()));
    assertEquals("bad-label", error.what());
    assertEquals(100, error.offset());
  }
}
