// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.text.CsvOptions.Header;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Sound text gives the rows that libdmlc gives, in every mode, and breaks no rule. */
class OkFixturesTest {
  private static final int ULPS = 2;

  static Stream<String> libsvm() {
    return Texts.names("recordio/libsvm", "ok-").stream();
  }

  static Stream<String> libfm() {
    return Texts.names("recordio/libfm", "ok-").stream();
  }

  static Stream<String> csv() {
    return Texts.names("recordio/csv", "ok-").stream();
  }

  private static LineParser pairs(String name, ParseMode mode, int base) {
    TextOptions options = new TextOptions(mode, base);
    return name.contains("libfm") ? TextFormats.libFm(options) : TextFormats.libSvm(options);
  }

  private static void same(String csr, CsrBlock block) {
    List<Texts.Row> expected = Texts.expected(csr);
    List<Texts.Row> rows = Texts.rows(block);
    assertEquals(expected.size(), rows.size(), "rows");
    for (int i = 0; i < rows.size(); i++) {
      Texts.Row want = expected.get(i);
      Texts.Row row = rows.get(i);
      assertTrue(row.near(want, ULPS), () -> csr + ": " + row + " for " + want);
    }
  }

  @ParameterizedTest
  @MethodSource({"libsvm", "libfm"})
  void indicesFromZero(String name) throws Exception {
    for (ParseMode mode : ParseMode.values()) {
      LineParser parser = pairs(name, mode, 0);
      same(name + ".0.csr", Texts.parse(parser, Texts.bytes(name)));
      assertEquals("", Texts.faults(parser));
    }
  }

  @ParameterizedTest
  @MethodSource({"libsvm", "libfm"})
  void indicesFromOne(String name) throws Exception {
    String csr = name + ".1.csr";
    same(csr, Texts.parse(pairs(name, ParseMode.DMLC, 1), Texts.bytes(name)));
    boolean wraps = Texts.expected(csr).toString().contains("4294967295");
    for (ParseMode mode : List.of(ParseMode.STRICT, ParseMode.LENIENT)) {
      LineParser parser = pairs(name, mode, 1);
      if (wraps) {
        var error =
            assertThrows(
                MalformedRecordException.class, () -> Texts.parse(parser, Texts.bytes(name)));
        assertEquals("zero-index", error.what());
      } else {
        same(csr, Texts.parse(parser, Texts.bytes(name)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource({"libsvm", "libfm"})
  void baseGuessedFromSmallestIndex(String name) throws Exception {
    CsrBlock block = Texts.parse(pairs(name, ParseMode.STRICT, 0), Texts.bytes(name));
    boolean fromOne = block.entries() > 0;
    for (int i = 0; i < block.entries(); i++) {
      fromOne &= block.index(i) != 0 && (!block.hasField() || block.fields()[i] != 0);
    }
    int base = fromOne ? 1 : 0;
    same(name + ".auto.csr", Texts.parse(pairs(name, ParseMode.STRICT, base), Texts.bytes(name)));
  }

  @ParameterizedTest
  @MethodSource("csv")
  void cells(String name) throws Exception {
    for (ParseMode mode : ParseMode.values()) {
      LineParser parser = TextFormats.csv(csvOptions(name, mode));
      same(name + ".csr", Texts.parse(parser, Texts.bytes(name)));
      assertEquals("", Texts.faults(parser));
    }
  }

  /** The arguments that the fixtures' README lists. */
  static CsvOptions csvOptions(String name, ParseMode mode) {
    boolean labelled = name.contains("label");
    int weight = name.contains("weight") ? 1 : -1;
    char delimiter = name.contains("semicolon") ? ';' : name.contains("tab") ? '\t' : ',';
    return new CsvOptions(mode, labelled ? 0 : -1, weight, delimiter, Header.AUTO);
  }

  @ParameterizedTest
  @EnumSource(ParseMode.class)
  void textWithoutRowsGivesNone(ParseMode mode) throws Exception {
    assertEquals(0, Texts.parse(Texts.libSvm(mode), "").rows());
    String newlines = "recordio/libsvm/err-only-newlines-no-rows.txt";
    assertEquals(0, Texts.parse(Texts.libSvm(mode), Texts.bytes(newlines)).rows());
  }
}
