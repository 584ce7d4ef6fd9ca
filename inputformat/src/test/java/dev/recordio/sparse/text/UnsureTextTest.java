// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text with a second reading is read as documented, and counted, with the first place. */
class UnsureTextTest {
  private static LineParser parser(ParseMode mode, String format, String arguments) {
    var named =
        arguments.isEmpty()
            ? Map.<String, String>of()
            : Arrays.stream(arguments.split("&"))
                .map(argument -> argument.split("="))
                .collect(java.util.stream.Collectors.toMap(a -> a[0], a -> a[1]));
    return TextFormats.parser(format, new TextOptions(mode, 0, -1, named));
  }

  /** Counts of rules of this kind, and the first place of each, as {@code rule=2@offset,line}. */
  private static String doubts(LineParser parser) {
    return parser.doubts().stream()
        .map(
            first -> {
              ParseRule rule = ParseRule.valueOf(first.what().toUpperCase().replace('-', '_'));
              assertTrue(rule.isDoubt(), first.what());
              return String.format(
                  "%s=%d@%d,%d",
                  rule.title(), parser.counters().get(rule), first.offset(), first.line());
            })
        .collect(joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          libsvm |       | 1 1:2                             | ''
          libsvm |       | 1:0.5 7:1\\n2:1 3:2\\n            | label-weight=2@0,1
          libsvm | labels=first | 1:0.5 7:1\\n2:1 3:2\\n      | ''
          libsvm | labels=none  | 1:0.5 7:1\\n2:1 3:2\\n      | ''
          libsvm | labels=none  | 1:0.5\\n\\n2:1 3:2\\n \\n     | blank-line=2@6,2
          libsvm |       | 1 1:2#x\\n0 1:3 # y\\n1# z\\n       | glued-comment=2@5,1
          libsvm |       | 1 3 4#x\\n                          | glued-comment=1@5,1
          libsvm |       | 1 qid:3#x\\n                        | glued-comment=1@7,1
          libsvm |       | 1:2#x\\n                            | label-weight=1@0,1 glued-comment=1@3,1
          libsvm |       | 1 1:inf#x\\n                        | glued-comment=1@7,1
          libsvm |       | #x\\n1 1:2 #x\\n 1 1:2\\t#           | ''
          libfm  |       | 1 1:2:3#x\\n                        | glued-comment=1@7,1
          libsvm |       | 16777216 1:1\\n16777217 1:1         | integer-rounded=1@13,2
          libsvm |       | -16777217 1:16777217 2:-16777219.0 3:1677721.75 4:16777217.5 | integer-rounded=3@0,1
          libsvm |       | 1 1:1e30 2:1.6777217e7 3:33554432 4:123456789012345678901234567890 | integer-rounded=1@36,1
          libsvm | labels=first | 1:16777217 1:1              | integer-rounded=1@2,1
          libfm  |       | 1 1:2:123456789                    | integer-rounded=1@6,1
          csv    | label_column=0 | 16777217,"16777217", 20241231235959 | integer-rounded=3@0,1
          csv    | label_column=0&weight_column=1 | 1,16777217,2  | integer-rounded=1@2,1
          libsvm |       | 1 qid:2 1:1\\n0 qid:1 1:2\\n2 qid:2 1:3\\n1 qid:1 1:4 | qid-returns=2@26,3
          libsvm |       | 1 qid:2 1:1\\n0 qid:2 1:2\\n2 qid:7 1:3\\n1 qid:3 1:4 | ''
          libsvm |       | 1 5 7\\n0 3 9\\n                     | ''
          csv    | label_column=0 | 0,1,2\\n1,5,6\\n            | number-header=1@0,1
          csv    |       | 0,1\\n1,5\\n                         | ''
          csv    |       | ,0,1\\n0,5,6\\n                      | number-header=1@0,1
          csv    | header=no  | 0,1,2\\n1,5,6\\n               | ''
          csv    | header=yes | 0,1,2\\n1,5,6\\n               | ''
          csv    |       | 1,1,2\\n0,1,2\\n                     | ''
          """)
  void soundTextIsCountedWithItsFirstPlace(
      String format, String arguments, String text, String expected) throws Exception {
    LineParser parser = parser(ParseMode.STRICT, format, arguments == null ? "" : arguments);
    Texts.parse(parser, text.translateEscapes());
    assertEquals(expected, doubts(parser));
    assertEquals("", Texts.faults(parser));
  }

  @Test
  void withoutLabelsTheFirstTokenIsAFeature() throws Exception {
    CsrBlock block =
        Texts.parse(
            parser(ParseMode.STRICT, "libsvm", "labels=none"),
            "qid:1 1:0.5 7:1\n# c\nqid:4 2:1 3:2\n qid:4 3:0.25");
    assertEquals(
        "[[1, 7], [2, 3], [3]]", Texts.rows(block).stream().map(Texts.Row::entries).toList() + "");
    assertEquals(0, block.labels()[0] + block.labels()[1] + block.labels()[2]);
    assertEquals(4, block.qids()[1]);
    assertTrue(!block.hasWeight());
    block = Texts.parse(parser(ParseMode.LENIENT, "libffm", "labels=none"), "0:1:0.5 1:7:1\n");
    assertEquals("[0:1, 1:7]", Texts.rows(block).get(0).entries().toString());
  }

  @Test
  void aLabelWhereNoneShouldBeIsAnError() {
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> Texts.parse(parser(ParseMode.STRICT, "libsvm", "labels=none"), "1 1:0.5"));
    assertEquals("mixed-values at 2", error.what() + " at " + error.offset());
  }

  @ParameterizedTest
  @ValueSource(strings = {"libsvm", "libfm", "csv"})
  void dmlcsReadingHasLabels(String format) {
    var arguments = new TextOptions(ParseMode.DMLC, 0, -1, Map.of("labels", "none"));
    if (format.equals("csv")) {
      TextFormats.parser(format, arguments); // its labels are in no column by default
    } else {
      var error =
          assertThrows(IllegalArgumentException.class, () -> TextFormats.parser(format, arguments));
      assertTrue(error.getMessage().startsWith("labels is none"), error.getMessage());
    }
  }

  @Test
  void lenientReadingMakesNoLabelOfAFeature() throws Exception {
    LineParser parser = parser(ParseMode.LENIENT, "libsvm", "");
    var error =
        assertThrows(
            MalformedRecordException.class, () -> Texts.parse(parser, "1 1:1\n3:0.5 7:1\n"));
    assertEquals("mixed-weights at 6", error.what() + " at " + error.offset());
    assertTrue(error.expected().contains("libsvm.labels=first"), error.expected());
    CsrBlock block =
        Texts.parse(parser(ParseMode.LENIENT, "libsvm", ""), "x:5 1:1\n1:2:3 4:5\n:4 1:1\n2 1:1\n");
    assertEquals(1, block.rows());
    assertEquals(2, block.labels()[0]);
    block = Texts.parse(parser(ParseMode.LENIENT, "libfm", ""), "0:1:2 1:2:3\n2 1:2:3\n");
    assertEquals(1, block.rows());
    assertEquals(2, block.labels()[0]);
  }

  @Test
  void numbersOfOldMicrosoftCompilersAreNamedAndRepaired() throws Exception {
    String text = "1 1:0.5 2:-1.#IND 3:4\n0 1:1.#INF 2:7 3:9\n1 1:0.1 2:1.#QNAN 3:5\n1.#J 1:1\n";
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> Texts.parse(parser(ParseMode.STRICT, "libsvm", ""), text));
    assertEquals("bad-value at 10", error.what() + " at " + error.offset());
    assertEquals(
        "\"-1.#IND\", infinity or NaN as old Microsoft compilers write them", error.found());
    LineParser lenient = parser(ParseMode.LENIENT, "libsvm", "");
    CsrBlock block = Texts.parse(lenient, text);
    assertEquals("bad-label=1 bad-value=3", Texts.faults(lenient));
    assertEquals(
        "[[1, 3], [2, 3], [1, 3]]",
        Texts.rows(block).stream().map(Texts.Row::entries).toList() + "");
    var cell =
        assertThrows(
            MalformedRecordException.class,
            () -> Texts.parse(parser(ParseMode.STRICT, "csv", ""), "1,1.#INF,3\n"));
    assertTrue(cell.found().contains("Microsoft"), cell.found());
  }

  @Test
  void dmlcsReadingStopsAtTheHashAsDmlcDoes() throws Exception {
    CsrBlock block = Texts.parse(Texts.libSvm(ParseMode.DMLC), "1 1:1.#INF 2:7\n");
    assertEquals(1, block.values()[0]);
  }

  @ParameterizedTest
  @EnumSource(
      value = ParseMode.class,
      names = {"STRICT", "LENIENT"})
  void aLineOfCountsIsNoticedWhereTheNextOneHasPairs(ParseMode mode) throws Exception {
    LineParser parser = parser(mode, "libsvm", "");
    if (mode == ParseMode.STRICT) {
      var error =
          assertThrows(
              MalformedRecordException.class, () -> Texts.parse(parser, "3 10 6\n1,3 0:0.5 7:1\n"));
      assertEquals("counts-line: \"3 10 6\"", error.what() + ": " + error.found());
    } else {
      assertEquals(2, Texts.parse(parser, "3 10 6\n1,3 0:0.5 7:1\n").rows());
      assertEquals("counts-line=1@0,1", doubts(parser));
    }
    LineParser sound = parser(mode, "libsvm", "");
    Texts.parse(sound, "3 10 6\n1 2 7\n");
    assertEquals("", doubts(sound));
  }

  @Test
  void aCellIsQuotedAloneWithItsColumn() {
    var error =
        assertThrows(
            MalformedRecordException.class,
            () ->
                Texts.parse(parser(ParseMode.STRICT, "csv", "label_column=0"), "1,2,3\n0,NA,2 \n"));
    assertEquals(
        "a number or an empty cell in column 1 (from 0), found \"NA\"",
        error.expected() + ", found " + error.found());
    error =
        assertThrows(
            MalformedRecordException.class,
            () -> Texts.parse(parser(ParseMode.STRICT, "csv", "label_column=1"), "1,,3\n"));
    assertEquals("an empty cell", error.found());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          label_column=0           | y,2020,2021\\n1,0.5,7\\n   | bad-label
          labels=none              | y,2020,2021\\n1,0.5,7\\n   | bad-cell
          label_column=0           | ,0,1\\n1,0.5,7\\n          | bad-label
          """)
  void aFirstLineThatIsNoRowMayBeAHeader(String arguments, String text, String rule) {
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> Texts.parse(parser(ParseMode.STRICT, "csv", arguments), text.translateEscapes()));
    assertEquals(rule, error.what());
    assertTrue(error.expected().contains("header=yes"), error.expected());
  }

  @Test
  void aWrongFirstCellOfTheFirstLineIsNoticedInLenientMode() throws Exception {
    LineParser parser = parser(ParseMode.LENIENT, "csv", "label_column=1");
    assertEquals(2, Texts.parse(parser, "y,2020,2021\n1,0.5,7\n").rows());
    assertEquals("number-header=1@0,1", doubts(parser));
  }

  @Test
  void emptyCellsAreColumnsToo() throws Exception {
    LineParser parser = parser(ParseMode.STRICT, "csv", "label_column=0");
    Texts.parse(parser, "1,0.5,\n0,1,\n");
    assertEquals(2, parser.traits().columns());
    LineParser wide = parser(ParseMode.LENIENT, "csv", "weight_column=1");
    Texts.parse(wide, "1,1,\n0,1,2,,\n0,1,2\n");
    assertEquals(4, wide.traits().columns(), "of the widest row");
    assertEquals(-1, Texts.libSvm(ParseMode.STRICT).traits().columns());
  }

  @Test
  void fieldsMayHaveABaseOfTheirOwn() throws Exception {
    String text = "1 0:1:0.5 1:2:1\n";
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> Texts.parse(TextFormats.libFm(new TextOptions(ParseMode.LENIENT, 1)), text));
    assertEquals("zero-index at 2", error.what() + " at " + error.offset());
    assertTrue(error.expected().contains("field_base=0"), error.expected());
    var options = new TextOptions(ParseMode.STRICT, 1, -1, Map.of("field_base", "0"));
    assertEquals(
        "[0:0, 1:1]",
        Texts.rows(Texts.parse(TextFormats.libFm(options), text)).get(0).entries().toString());
    var dmlc = new TextOptions(ParseMode.DMLC, 1, -1, Map.of("field_base", "0"));
    assertEquals(
        "[0:0, 1:1]",
        Texts.rows(Texts.parse(TextFormats.libFm(dmlc), text)).get(0).entries().toString());
  }

  @Test
  void labelsAreExactWhereTheBlockKeepsThem() throws Exception {
    var block = new CsrBlock(1, 1);
    block.keepExactLabels();
    byte[] text = "16777217 1:1\n0.1\n-1\n20241231235959,2\n".getBytes();
    LineParser parser = parser(ParseMode.LENIENT, "libsvm", "");
    parser.parse(text, 0, text.length, 0, 1, block);
    assertEquals(16777217, block.exactLabel(0));
    assertEquals(0.1, block.exactLabel(1));
    assertEquals(-1, block.exactLabel(2));
    assertEquals(20241231235959.0, block.exactLabel(3));
    assertEquals("", doubts(parser));
    var copy = new CsrBlock();
    copy.keepExactLabels();
    copy.addRows(block, 1, 4);
    assertEquals(20241231235959.0, copy.exactLabel(2));
    block.clear();
    byte[] csv = "16777217,1\n\"16777217\",1\n".getBytes();
    parser(ParseMode.STRICT, "csv", "label_column=0").parse(csv, 0, csv.length, 0, 1, block);
    assertEquals(16777217, block.exactLabel(0));
    assertEquals(16777217, block.exactLabel(1));
  }

  @ParameterizedTest
  @EnumSource(ParseMode.class)
  void aParserThatKeepsFaultsGoesOnInEveryMode(ParseMode mode) throws Exception {
    LineParser parser = TextFormats.libSvm(new TextOptions(mode, 1));
    parser.keepFaults(2);
    Texts.parse(parser, "x 1:1\n1 0:5\n1 2:y\n");
    if (mode != ParseMode.DMLC) { // which breaks no rule
      assertEquals("bad-label=1 zero-index=1 bad-value=1", Texts.faults(parser));
      assertEquals(2, parser.faults().size());
    }
  }
}
