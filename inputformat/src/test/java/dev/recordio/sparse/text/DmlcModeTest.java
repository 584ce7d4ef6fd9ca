// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The mode for migration treats odd text as libdmlc was observed to do. */
class DmlcModeTest {
  static Stream<String> odd() {
    return Stream.of("libsvm", "libfm", "csv")
        .flatMap(
            format ->
                Stream.of("err-", "quirk-")
                    .flatMap(prefix -> Texts.names("recordio/" + format, prefix).stream()))
        .filter(name -> !name.contains("err-empty-file")); // the error is about the file's size
  }

  private static void check(String name, String csr, LineParser parser) throws Exception {
    byte[] text = Texts.bytes(name);
    if (Texts.isError(csr)) {
      assertThrows(MalformedRecordException.class, () -> Texts.parse(parser, text));
      return;
    }
    List<Texts.Row> expected = Texts.expected(csr);
    List<Texts.Row> rows = Texts.rows(Texts.parse(parser, text));
    assertEquals(expected.size(), rows.size());
    // libdmlc's conversion gives other numbers near the ends of a float's range.
    int ulps = name.contains("float-range") ? Integer.MAX_VALUE : 2;
    for (int i = 0; i < rows.size(); i++) {
      Texts.Row want = expected.get(i);
      Texts.Row row = rows.get(i);
      assertTrue(row.near(want, ulps), () -> row + " for " + want);
    }
  }

  @ParameterizedTest
  @MethodSource("odd")
  void oddTextIsReadAsLibdmlcReadsIt(String name) throws Exception {
    if (name.endsWith(".csv")) {
      check(name, name + ".csr", TextFormats.csv(OkFixturesTest.csvOptions(name, ParseMode.DMLC)));
      return;
    }
    for (int base = 0; base <= 1; base++) {
      TextOptions options = new TextOptions(ParseMode.DMLC, base);
      LineParser parser =
          name.contains("libfm") ? TextFormats.libFm(options) : TextFormats.libSvm(options);
      check(name, name + "." + base + ".csr", parser);
    }
  }

  @Test
  void indicesWrapAndLettersAreSkipped() throws Exception {
    CsrBlock block = Texts.parse(Texts.libSvm(ParseMode.DMLC), "abc 1 4294967303:1 x5:2\n");
    assertEquals(1, block.rows());
    assertEquals(7, block.index(0));
    assertEquals(5, block.index(1));
  }
}
