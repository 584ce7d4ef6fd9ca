// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every odd fixture: the rule that its first bad line breaks, with line and offset; how often each
 * rule is counted when repaired; how many rows and entries that leaves. A dash: sound text.
 */
public class StrictRulesTest {
  /** Name, rule, line, offset, found, counts, rows, entries. */
  private static final String TABLE =
      """
      csr/edge/blank_lines.libsvm | - | | | | | 2 | 2
      csr/edge/bom.libsvm         | - | | | | | 2 | 2
      csr/edge/comment.libsvm     | - | | | | | 2 | 2
      csr/edge/cr.libsvm          | - | | | | | 2 | 2
      csr/edge/crlf.libsvm        | - | | | | | 2 | 2
      csr/edge/denormal.libsvm    | - | | | | | 2 | 6
      csr/edge/dup.libsvm         | - | | | | | 2 | 3
      csr/edge/empty_rows.libsvm  | - | | | | | 3 | 1
      csr/edge/exp.libsvm         | - | | | | | 2 | 6
      csr/edge/idx2g.libsvm       | - | | | | | 2 | 3
      csr/edge/idx4g.libsvm       | - | | | | | 2 | 3
      csr/edge/idxover.libsvm     | - | | | | | 2 | 2
      csr/edge/mixedvalue.libsvm  | mixed-values | 1 | 4 | "5:2" | mixed-values=2 | 2 | 4
      csr/edge/multilabel.libsvm  | several-labels | 1 | 0 | "1,2" | several-labels=1 | 2 | 2
      csr/edge/nan.libsvm         | - | | | | | 2 | 4
      csr/edge/negidx.libsvm      | negative-index | 1 | 2 | "-1:1" | negative-index=1 | 2 | 2
      csr/edge/neglabel.libsvm    | - | | | | | 2 | 2
      csr/edge/nonl.libsvm        | - | | | | | 2 | 2
      csr/edge/novalue.libsvm     | - | | | | | 2 | 5
      csr/edge/qid.libsvm         | - | | | | | 3 | 3
      csr/edge/qidpart.libsvm     | mixed-qids | 2 | 12 | "0" | mixed-qids=1 | 2 | 2
      csr/edge/qidunsorted.libsvm | - | | | | | 3 | 3
      csr/edge/spacecolon.libsvm  | - | | | | | 2 | 3
      csr/edge/tab.libsvm         | - | | | | | 2 | 3
      csr/edge/tabqid.libsvm      | - | | | | | 2 | 2
      csr/edge/text.libsvm        | bad-label | 1 | 0 | "abc" | bad-label=1 | 1 | 1
      csr/edge/unsorted.libsvm    | - | | | | | 2 | 4
      csr/edge/weightpart.libsvm  | mixed-weights | 2 | 8 | "0" | mixed-weights=1 | 2 | 2
      csr/edge/zeros.libsvm       | - | | | | | 2 | 4

      recordio/libsvm/err-comment-line-after-data.txt | - | | | | | 2 | 2
      recordio/libsvm/err-empty-file.txt              | - | | | | | 0 | 0
      recordio/libsvm/err-empty-value-midline.txt     | missing-value | 1 | 2 | "2:" | missing-value=1 | 1 | 1
      recordio/libsvm/err-hex.txt                     | bad-value | 1 | 4 | "0x10" | bad-value=1 | 1 | 0
      recordio/libsvm/err-lone-minus.txt              | bad-index | 1 | 6 | "-" | bad-index=1 | 1 | 2
      recordio/libsvm/err-mixed-values.txt            | mixed-values | 1 | 4 | "3:4" | mixed-values=2 | 2 | 3
      recordio/libsvm/err-multilabel.txt              | several-labels | 1 | 0 | "1,2" | several-labels=1 | 1 | 1
      recordio/libsvm/err-negative-index.txt          | negative-index | 1 | 2 | "-2:3" | negative-index=1 | 1 | 0
      recordio/libsvm/err-only-newlines-no-rows.txt   | - | | | | | 0 | 0
      recordio/libsvm/err-plain-inf.txt               | - | | | | | 1 | 2
      recordio/libsvm/err-plain-nan.txt               | - | | | | | 1 | 2
      recordio/libsvm/err-qid-blank.txt               | blank-in-qid | 1 | 2 | "qid:" | blank-in-qid=1 | 1 | 1
      recordio/libsvm/err-qid-late.txt                | late-qid | 1 | 6 | "qid:3" | late-qid=1 | 1 | 2

      recordio/libsvm/quirk-comment-line-after-data.txt | - | | | | | 2 | 2
      recordio/libsvm/quirk-float-range.txt           | - | | | | | 1 | 13
      recordio/libsvm/quirk-index-forms.txt           | bad-index | 1 | 2 | "2.7:3" | bad-index=2 | 1 | 1
      recordio/libsvm/quirk-index-overflow.txt        | - | | | | | 1 | 3
      recordio/libsvm/quirk-label-without-value-then-colon.txt | missing-value | 1 | 2 | "2:" | missing-value=2 | 3 | 1
      recordio/libsvm/quirk-nan-label.txt             | label-not-finite | 1 | 0 | "nan" | label-not-finite=1 | 2 | 2
      recordio/libsvm/quirk-nul-byte.txt              | bad-value | 1 | 4 | "1\\x00" | bad-value=1 | 2 | 2
      recordio/libsvm/quirk-odd-numbers.txt           | bad-value | 1 | 4 | "1e" | bad-value=9 | 1 | 0
      recordio/libsvm/quirk-qid-range.txt             | bad-qid | 2 | 33 | "qid:-5" | bad-qid=2 mixed-qids=2 | 3 | 3
      recordio/libsvm/quirk-special-floats.txt        | - | | | | | 1 | 5
      recordio/libsvm/quirk-weight-then-tab-qid-no-value.txt | - | | | | | 1 | 1
      recordio/libsvm/quirk-words-as-features.txt     | bad-index | 1 | 2 | "a:5" | bad-index=3 | 1 | 0
      recordio/libsvm/quirk-zero-index-mode1.txt      | - | | | | | 1 | 2

      recordio/libfm/err-mixed.txt                    | mixed-values | 1 | 6 | "2:3:4" | mixed-values=1 | 1 | 2
      recordio/libfm/err-negative.txt                 | negative-index | 1 | 2 | "-1:2:3" | negative-index=1 | 1 | 0
      recordio/libfm/quirk-comment-is-data.txt        | - | | | | | 1 | 1
      recordio/libfm/quirk-single-token-dropped.txt   | field-without-index | 1 | 2 | "7" | field-without-index=2 | 2 | 2

      recordio/csv/err-only-label.csv                 | no-feature-cell | 1 | 0 | "1" | no-feature-cell=2 | 2 | 0
      recordio/csv/quirk-header.csv                   | - | | | | | 1 | 3
      recordio/csv/quirk-quotes.csv                   | - | | | | | 2 | 4
      recordio/csv/quirk-ragged.csv                   | ragged-row | 2 | 6 | "4" | ragged-row=2 | 3 | 6
      """;

  public static Stream<String[]> table() {
    return TABLE.lines().filter(line -> !line.isBlank()).map(line -> line.split("\\s*\\|\\s*", -1));
  }

  static LineParser parser(String name, ParseMode mode) {
    return name.endsWith(".csv")
        ? TextFormats.csv(OkFixturesTest.csvOptions(name, mode))
        : name.contains("libfm") ? Texts.libFm(mode) : Texts.libSvm(mode);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void strictNamesRuleLineAndOffset(
      String name, String rule, String line, String offset, String found) throws Exception {
    LineParser parser = parser(name, ParseMode.STRICT);
    byte[] text = Texts.bytes(name);
    if (rule.equals("-")) {
      Texts.parse(parser, text);
      return;
    }
    var error = assertThrows(MalformedRecordException.class, () -> Texts.parse(parser, text));
    assertEquals(rule, error.what());
    assertEquals(Long.parseLong(line), error.line());
    assertEquals(Long.parseLong(offset), error.offset());
    assertEquals(found, error.found());
    assertNull(error.path());
    assertEquals("", Texts.faults(parser), "an error is no repair");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void lenientCountsEveryRepair(
      String name, String r, String l, String o, String f, String counts, int rows, int entries)
      throws Exception {
    LineParser parser = parser(name, ParseMode.LENIENT);
    CsrBlock block = Texts.parse(parser, Texts.bytes(name));
    assertEquals(counts, Texts.faults(parser));
    assertEquals(rows, block.rows());
    assertEquals(entries, block.entries());
  }

  @Test
  void tableHasEveryOddFixture() {
    var files = new TreeSet<String>(Texts.names("csr/edge", ""));
    for (String format : new String[] {"libsvm", "libfm", "csv"}) {
      files.addAll(Texts.names("recordio/" + format, "err-"));
      files.addAll(Texts.names("recordio/" + format, "quirk-"));
    }
    assertEquals(files, new TreeSet<>(table().map(row -> row[0]).toList()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1: 2:3           | bad-weight | 3
          1:               | bad-weight | 2
          1:x 2:3          | bad-weight | 2
          1:2:3 4:5        | bad-label | 0
          1.#INF 1:1       | bad-label | 0
          -1.#IND:2 1:1    | bad-label | 0
          1:1.#QNAN 1:1    | bad-weight | 2
          1 2:1.#J         | bad-value | 4
          1 2:3 4: -1.#IND 5:6 | bad-value | 9
          1 qid:1.#INF 1:1 | bad-qid | 2
          1 1.#INF:1       | bad-index | 2
          3 10 6\\n1,3 0:0.5 | counts-line | 0
          # c\\n3 10\\n\\n0:1 2:3 | counts-line | 4
          1:inf 4:5        | bad-weight | 2
          1x 2:3           | bad-label | 0
          # a\\n\\n  x 2:3   | bad-label | 7
          inf 2:3          | label-not-finite | 0
          1e40 2:3         | label-not-finite | 0
          1 qid:           | bad-qid | 2
          1 qid:3.7 1:1    | bad-qid | 2
          1 qid:x 1:1      | bad-qid | 2
          1 qid: 3:4       | bad-qid | 2
          1 qid:18446744073709551616 1:1 | bad-qid | 2
          1 qid:1 1:1 qid:2 | late-qid | 12
          1 3:4 18446744073709551616:1 | index-too-large | 6
          1 3:4 99999999999999999999999:1 | index-too-large | 6
          1 3:4 :5         | bad-index | 6
          1 3:4 :          | bad-index | 6
          1 3:             | missing-value | 2
          1 3: # 4         | missing-value | 2
          1 3: 4 :5        | missing-value | 2
          1 3:4:5          | bad-value | 4
          1 3:4,5          | bad-value | 4
          1 3: x           | bad-value | 5
          1 +-3:4          | bad-index | 2
          1 + 3:4          | bad-index | 2
          1 3:4 é:5        | bad-index | 6
          1 0x3:4          | bad-index | 2
          1 1:1\\n2 2 3:4   | mixed-values | 8
          1 1:1\\n2:3 3:4   | mixed-weights | 6
          1 1:1\\r\\n2 qid:3 3:4 | mixed-qids | 7
          """)
  void libSvmText(String escaped, String rule, long offset) {
    String text = escaped.translateEscapes();
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> Texts.parse(Texts.libSvm(ParseMode.STRICT), text));
    assertEquals(rule + " at " + offset, error.what() + " at " + error.offset());
    assertEquals(1 + text.substring(0, (int) offset).lines().count(), line(text, error));
  }

  private static long line(String text, MalformedRecordException error) {
    boolean startsLine = error.offset() == 0 || text.charAt((int) error.offset() - 1) == '\n';
    return error.line() + (startsLine ? 0 : 1);
  }

  @Test
  void errorShowsTokenAndAllRowsBeforeItsLineStay() {
    byte[] text = "1 2:3\n0 1:1 2:oops 3:4\n1 1:1\n".getBytes(StandardCharsets.US_ASCII);
    CsrBlock block = new CsrBlock();
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> Texts.libSvm(ParseMode.STRICT).parse(text, 0, text.length, 1000, 40, block));
    assertEquals(
        "bad-value: record at offset 1014, line 41: expected a number as value, found \"oops\"",
        error.getMessage());
    assertEquals(1, block.rows());
    assertEquals(1, block.entries());
  }

  @Test
  void badRowLeavesNothingInTheBlock() throws Exception {
    byte[] text = "1 2:3\n1:5 qid:6 9999999999:1 x\n".getBytes(StandardCharsets.US_ASCII);
    CsrBlock block = new CsrBlock();
    LineParser parser = Texts.libSvm(ParseMode.STRICT);
    for (int from : new int[] {0, 6}) {
      assertThrows(
          MalformedRecordException.class,
          () -> parser.parse(text, from, text.length, from, 1, block));
      assertEquals(1, block.rows());
      assertEquals(1, block.entries());
      assertTrue(!block.hasWeight() && !block.hasQid() && !block.hasField());
    }
    parser.parse(text, 0, 6, 0, 1, block);
    assertEquals(2, block.rows());
  }

  @Test
  void zeroIndexUnderBaseOneIsAnErrorInLenientModeToo() {
    assertTrue(ParseRule.ZERO_INDEX.isFatal());
    var error =
        assertThrows(
            MalformedRecordException.class,
            () ->
                Texts.parse(
                    TextFormats.libSvm(new TextOptions(ParseMode.LENIENT, 1)), "1 1:2 0:5"));
    assertEquals("zero-index", error.what());
    assertEquals(6, error.offset());
  }
}
