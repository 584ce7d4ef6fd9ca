// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import dev.recordio.sparse.text.CsvOptions.Header;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of indices, what rows have in common, notes, and the choices of CSV. */
class ParserLimitsTest {
  private static LineParser libSvm(ParseMode mode, int base, long max) {
    return TextFormats.libSvm(new TextOptions(mode, base, max));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "2147483647",
        "2147483648",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "9223372036854775808",
        "9999999999999999999",
        "10000000000000000000",
        "18446744073709551615",
        "000000000000000000000000018446744073709551615"
      })
  void indicesOf64BitsAreKept(String index) throws Exception {
    CsrBlock block = Texts.parse(Texts.libSvm(ParseMode.STRICT), "1 " + index + ":1");
    assertEquals(Long.parseUnsignedLong(index), block.index(0));
    assertEquals(Long.parseUnsignedLong(index) >>> 31 != 0, block.isWide());
    if (!index.equals("0")) {
      block = Texts.parse(libSvm(ParseMode.STRICT, 1, -1), "1 " + index + ":1");
      assertEquals(Long.parseUnsignedLong(index) - 1, block.index(0));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "18446744073709551616", "18446744073709551620", "18446744073709551700",
        "20000000000000000000", "36893488147419103232", "184467440737095516150",
        "340282366920938463463374607431768211456"
      })
  void indicesBeyond64BitsAreErrors(String index) throws Exception {
    for (int base = 0; base <= 1; base++) {
      LineParser parser = libSvm(ParseMode.STRICT, base, -1);
      var error =
          assertThrows(
              MalformedRecordException.class, () -> Texts.parse(parser, "1 " + index + ":1"));
      assertEquals("index-too-large", error.what());
    }
    LineParser lenient = libSvm(ParseMode.LENIENT, 0, -1);
    CsrBlock block = Texts.parse(lenient, "1 " + index + ":1 " + index + " : 2 3:4");
    assertEquals(1, block.entries());
    assertEquals(2, lenient.counters().get(ParseRule.INDEX_TOO_LARGE));
  }

  @ParameterizedTest
  @CsvSource({"0, 4294967295, 4294967296", "1, 4294967296, 4294967297"})
  void limitHoldsForTheIndexAfterSubtraction(int base, String last, String first) throws Exception {
    LineParser parser = libSvm(ParseMode.STRICT, base, 0xFFFFFFFFL);
    assertEquals(0xFFFFFFFFL, Texts.parse(parser, "1 " + last + ":1").index(0));
    var error =
        assertThrows(
            MalformedRecordException.class, () -> Texts.parse(parser, "1 " + first + ":1"));
    assertEquals("index-too-large", error.what());
    assertEquals(2, error.offset());
  }

  @Test
  void fieldHas32Bits() throws Exception {
    LineParser parser = Texts.libFm(ParseMode.STRICT);
    assertEquals(-1, Texts.parse(parser, "1 4294967295:3:1").fields()[0]);
    assertThrows(MalformedRecordException.class, () -> Texts.parse(parser, "1 4294967296:3:1"));
    var options = new TextOptions(ParseMode.STRICT, 1);
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> Texts.parse(TextFormats.libFm(options), "1 1:1:1 1:0:1"));
    assertEquals("zero-index at 10", error.what() + " at " + error.offset());
  }

  @Test
  void mixturesAreNoticedOverCallsAndParsers() throws Exception {
    LineParser weighted = Texts.libSvm(ParseMode.STRICT);
    LineParser plain = Texts.libSvm(ParseMode.STRICT);
    Texts.parse(weighted, "1:2 1:1\n");
    Texts.parse(plain, "1 1:1\n");
    assertThrows(MalformedRecordException.class, () -> Texts.parse(weighted, "1 1:1\n"));
    RowTraits both = new RowTraits();
    both.add(weighted.traits());
    assertNull(both.conflict());
    both.add(plain.traits());
    assertEquals(ParseRule.MIXED_WEIGHTS, both.conflict());
    assertEquals(2, both.rows());
  }

  @Test
  void lenientRowsDifferFromTheFirstOne() throws Exception {
    LineParser parser =
        TextFormats.libSvm(new TextOptions(ParseMode.LENIENT, 0, -1, Map.of("labels", "first")));
    CsrBlock block = Texts.parse(parser, "1 1:1\n1:0.5 1:1\n1 1:1\n1:3 qid:7 2\n");
    assertEquals("mixed-weights=2 mixed-qids=1 mixed-values=1", Texts.faults(parser));
    assertEquals(1, block.weights()[0]);
    assertEquals(0.5f, block.weights()[1]);
    assertEquals(1, block.weights()[2]);
    assertEquals(7, block.qids()[3]);
    assertEquals(1, block.values()[3]);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 1:nan 2:inf 3:-inf 4:1e39 5:1e-50 6:0 7:0e5 8:1e-45|"
            + "value-not-finite=3, value-overflow=1, value-underflow=1",
        "1 3:1 3:2 1:1 2:1|unsorted-index=1, duplicate-index=1",
        "1 9:1 2:2 9:3 2:4 1:5|unsorted-index=3",
        "1 18446744073709551615:1 3:5 4:6|unsorted-index=1",
        "1 18446744073709551615:1 18446744073709551615:2|duplicate-index=1",
      })
  void notesAreCountedAndNoErrors(String text, String counts) throws Exception {
    LineParser parser = Texts.libSvm(ParseMode.STRICT);
    Texts.parse(parser, text);
    assertEquals(counts, parser.counters().toString());
  }

  @Test
  void descendingQidIsNoted() throws Exception {
    LineParser parser = Texts.libSvm(ParseMode.STRICT);
    Texts.parse(parser, "1 qid:2 1:1\n1 qid:18446744073709551615 1:1\n1 qid:1 1:1\n");
    assertEquals("qid-descends=1", parser.counters().toString());
  }

  @Test
  void csvQuotesBlanksAndMissingCells() throws Exception {
    LineParser parser = TextFormats.csv(new CsvOptions(ParseMode.STRICT));
    CsrBlock block = Texts.parse(parser, "\"1\" , \" 2 \",,\"\"\n 3,4\t,5 , 6\n");
    assertEquals("[0, 1]", Texts.rows(block).get(0).entries().toString());
    assertEquals("[3.0, 4.0, 5.0, 6.0]", Texts.rows(block).get(1).values().toString());
    assertEquals(4, parser.traits().cells());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,2,3\\n1,x,3|bad-cell|8", "1,2\\n1,\"2|bad-cell|6", "1,2\\n1,2,3|ragged-row|4",
        "1,2,3\\n,2,3|bad-label|6", "1,2,3\\nx,2,3|bad-label|6", "1,2,3\\n1,,3|bad-weight|8",
        "1,2,3\\n1|bad-weight|7", "1,2,3\\n1,2|no-feature-cell|6", "a,b,1|bad-label|0"
      })
  void csvRules(String escaped, String rule, long offset) {
    String text = escaped.translateEscapes();
    boolean named = rule.equals("bad-cell") || rule.equals("ragged-row");
    CsvOptions options =
        new CsvOptions(ParseMode.STRICT, named ? -1 : 0, named ? -1 : 1, ',', Header.AUTO);
    var error =
        assertThrows(
            MalformedRecordException.class, () -> Texts.parse(TextFormats.csv(options), text));
    assertEquals(rule + " at " + offset, error.what() + " at " + error.offset());
  }

  @Test
  void csvHeaderIsInTheFirstLineOfAFileThatIsNotBlank() throws Exception {
    LineParser parser = TextFormats.csv(new CsvOptions(ParseMode.STRICT));
    String text = "\r\n\r\n\"a,b\",b\r\n1,2\r\n";
    assertEquals(1, Texts.parse(parser, text).rows());
    assertEquals(1, Texts.parse(parser, text).rows(), "the next file has one again");
    assertEquals(2, parser.counters().get(ParseRule.HEADER_ROW));
    var error =
        assertThrows(MalformedRecordException.class, () -> Texts.parse(parser, "1,2\na,b\n"));
    assertEquals("bad-cell", error.what());
    var never = new CsvOptions(ParseMode.STRICT, -1, -1, ',', Header.NO);
    assertThrows(
        MalformedRecordException.class, () -> Texts.parse(TextFormats.csv(never), "a,b\n1,2"));
    var always = new CsvOptions(ParseMode.STRICT, -1, -1, ',', Header.YES);
    assertEquals(1, Texts.parse(TextFormats.csv(always), "1,2\n3,4").rows());
  }

  @Test
  void lenientCsvLeavesOutRowsWithoutLabelAndCellsWithoutNumber() throws Exception {
    var options = new CsvOptions(ParseMode.LENIENT, 1, -1, ',', Header.AUTO);
    LineParser parser = TextFormats.csv(options);
    CsrBlock block = Texts.parse(parser, "5,1,6\n5,x,6\n5\ny,2,6\n");
    assertEquals("bad-label=2 bad-cell=1", Texts.faults(parser));
    assertEquals(2, block.rows());
    assertEquals(3, block.entries());
    assertEquals(2, block.labels()[1]);
  }

  @Test
  void optionsRefuseWhatCannotBe() {
    assertThrows(IllegalArgumentException.class, () -> new TextOptions(ParseMode.STRICT, 2));
    for (char delimiter : new char[] {'1', 'e', '.', '-', '"', ' ', '\n', 'é'}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new CsvOptions(ParseMode.STRICT, -1, -1, delimiter, Header.AUTO));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> new CsvOptions(ParseMode.STRICT, 1, 1, ',', Header.AUTO));
    assertFalse(ParseRule.BAD_LABEL.isNote());
    assertTrue(ParseRule.HEADER_ROW.isNote());
  }

  @Test
  void cellsBeyondTheColumnsAreErrorsInCsvToo() throws Exception {
    var strict = new CsvOptions(ParseMode.STRICT, 0, -1, ',', Header.NO, 1);
    CsrBlock block = Texts.parse(TextFormats.csv(strict), "1,2,3\n0,4,\n");
    assertEquals(3, block.entries());
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> Texts.parse(TextFormats.csv(strict), "1,2,3\n0,4,5,6\n"));
    assertEquals(12, error.offset());
    assertTrue(error.getMessage().contains("index-too-large"), error.getMessage());
    var lenient = new CsvOptions(ParseMode.LENIENT, 0, -1, ',', Header.NO, 0);
    LineParser parser = TextFormats.csv(lenient);
    assertEquals(2, Texts.parse(parser, "1,2,3\n0,4,5\n").entries());
    assertEquals(2, parser.counters().get(ParseRule.INDEX_TOO_LARGE));
  }
}
