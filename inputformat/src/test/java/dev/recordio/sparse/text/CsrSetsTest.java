// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.testing.Fixtures;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole data sets come out bit for bit, by the hashes of their manifests. */
class CsrSetsTest {
  /** The facts that a manifest holds of one set: {@code "key": value}, one per line. */
  private record Facts(String json) {
    static Facts of(String manifest, String set) {
      String json = new String(Texts.bytes(manifest), StandardCharsets.UTF_8);
      int begin = json.indexOf('"' + set + "\": {");
      return new Facts(json.substring(begin, json.indexOf("\n }", begin)));
    }

    String get(String key) {
      Matcher value = Pattern.compile('"' + key + "\": \"?([^\",\n]*)").matcher(json);
      assertTrue(value.find(), key);
      return value.group(1);
    }

    int count(String key) {
      return Integer.parseInt(get(key));
    }
  }

  static Stream<String> sets() throws Exception {
    return Stream.of(
        "crlf_no_final_newline",
        "decimal_1based",
        "mushroomlike",
        "mushroomlike_novalue",
        "rank_qid",
        "real",
        "sidefiles",
        "tiny",
        "weighted");
  }

  private static String sha(byte[] bytes) {
    return Fixtures.sha256(bytes, 0, bytes.length);
  }

  private static void check(Facts facts, CsrBlock block, String indices) {
    assertEquals(facts.count("rows"), block.rows());
    assertEquals(facts.count("nnz"), block.entries());
    assertEquals(
        facts.get("sha256_indptr_i64le"), sha(Texts.longs(block.rows() + 1, block::offset)));
    assertEquals(facts.get(indices), sha(Texts.longs(block.entries(), block::index)));
    assertEquals(
        facts.get("sha256_values_f32le"), sha(Texts.floats(block.entries(), block.values())));
  }

  @ParameterizedTest
  @MethodSource("sets")
  void setIsReadExactly(String name) throws Exception {
    Facts facts = Facts.of("csr/manifest.json", name);
    int base = facts.count("indexing_base_in_text");
    for (ParseMode mode : List.of(ParseMode.STRICT, ParseMode.LENIENT)) {
      LineParser parser = TextFormats.libSvm(new TextOptions(mode, base));
      CsrBlock block = Texts.parse(parser, Texts.bytes("csr/" + name + ".libsvm"));
      check(facts, block, "sha256_indices_i64le");
      double sum = 0;
      for (int r = 0; r < block.rows(); r++) {
        sum += block.labels()[r];
      }
      assertEquals(Double.parseDouble(facts.get("label_sum")), sum, 1e-3);
      assertEquals(name.equals("rank_qid"), block.hasQid());
      assertEquals(name.equals("weighted"), block.hasWeight());
      assertEquals(name.endsWith("novalue"), parser.traits().bare() > 0);
      assertEquals("", Texts.faults(parser));
    }
  }

  @ParameterizedTest
  @MethodSource("agaricus")
  void agaricusIsReadExactly(String name) throws Exception {
    Facts facts = Facts.of("libsvm/manifest.json", name);
    LineParser parser = Texts.libSvm(ParseMode.STRICT);
    CsrBlock block = Texts.parse(parser, Texts.bytes("libsvm/" + name));
    check(facts, block, "sha256_indices_as_written_i64le");
    assertEquals(facts.get("sha256_labels_f32le"), sha(Texts.floats(block.rows(), block.labels())));
    assertFalse(block.isWide());
  }

  static Stream<String> agaricus() {
    return Stream.of("agaricus.txt.train", "agaricus.txt.test");
  }
}
