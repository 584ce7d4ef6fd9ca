// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.testing.Supports;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The output for each reference set equals that of SciPy, NumPy, XGBoost and libdmlc. */
@Supports(
    row = "CSR shards: npz, DMatrix 1.6 and 3.1, row blocks; groups, weights, side files",
    engine = "command line")
class CsrFixturesTest extends CsrTestBase {
  private Map<String, byte[]> csr(String set, String layout) throws Exception {
    JsonNode facts = facts("csr/manifest.json", set);
    Path text = copy("csr/" + set + ".libsvm");
    CsrConf.TO.set(conf, layout);
    return csr(facts.get("cols").asLong(), facts.get("indexing_base_in_text").asInt(), text);
  }

  private static ByteBuffer words(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void same(String fixture, byte[] written) throws Exception {
    byte[] expected = reference("csr/" + fixture);
    assertNotNull(expected, fixture);
    assertArrayEquals(expected, written, fixture);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tiny", "mushroomlike", "real", "rank_qid", "weighted", "crlf_no_final_newline"})
  void npzAndItsVectors(String set) throws Exception {
    Map<String, byte[]> files = csr(set, "npz");
    same(set + ".stored.npz", files.remove("part-00000-00000.npz"));
    same(set + ".label.npy", files.remove("part-00000-00000.label.npy"));
    if (set.equals("weighted")) {
      same("weighted.weight.npy", files.remove("part-00000-00000.weight.npy"));
    }
    if (set.equals("rank_qid")) {
      same("rank_qid.qid.npy", files.remove("part-00000-00000.qid.npy"));
      same("rank_qid.group_ptr.npy", files.remove("part-00000-00000.group_ptr.npy"));
    }
    assertEquals(Set.of("_SUCCESS", "_csr.json"), files.keySet());
    JsonNode facts = facts("csr/manifest.json", set);
    CsrManifest manifest = manifest();
    assertEquals(facts.get("rows").asLong(), manifest.rows());
    assertEquals(facts.get("nnz").asLong(), manifest.nnz());
    assertEquals(facts.get("cols").asLong(), manifest.columns());
    assertEquals(set.equals("weighted"), manifest.hasWeight());
    assertEquals(set.equals("rank_qid"), manifest.hasQid());
    assertEquals(1, manifest.shards().size());
    assertEquals(facts.get("max_index").asLong(), manifest.shards().get(0).maxIndex());
    assertFalse(manifest.labels().counts().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"mushroomlike_novalue", "decimal_1based"})
  void vectorsOfSetsThatSciPyDeflated(String set) throws Exception {
    Map<String, byte[]> files = csr(set, "npz");
    same(set + ".label.npy", files.get("part-00000-00000.label.npy"));
    Npz.Matrix expected = Npz.read(reference("csr/" + set + ".deflated.npz"));
    assertEquals(expected, Npz.read(files.get("part-00000-00000.npz")));
    CsrConf.DEFLATE.set(conf, true);
    byte[] deflated = csr(set, "npz").get("part-00000-00000.npz");
    assertEquals(expected, Npz.read(deflated));
    assertTrue(deflated.length < files.get("part-00000-00000.npz").length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tiny", "mushroomlike", "real", "rank_qid", "weighted"})
  void dmatrix(String set) throws Exception {
    same(set + ".xgb-v1.7.4.buffer", csr(set, "dmatrix-1.6").get("part-00000-00000.buffer"));
    same(set + ".xgb-v3.4.0.buffer", csr(set, "dmatrix-3.1").get("part-00000-00000.buffer"));
    assertEquals(
        Set.of("_SUCCESS", "_csr.json", "part-00000-00000.buffer"), files(output()).keySet());
  }

  @ParameterizedTest
  @CsvSource({
    "tiny,u32",
    "tiny,u64",
    "weighted,u32",
    "weighted,u64",
    "rank_qid,u64",
    "mushroomlike_novalue,u32"
  })
  void rowBlocks(String set, String type) throws Exception {
    CsrConf.ROWBLOCK_INDEX_TYPE.set(conf, type);
    ByteBuffer expected = words(reference("csr/" + set + ".dmlc-rowblock-" + type + ".cache"));
    ByteBuffer written = words(csr(set, "rowblock").get("part-00000-00000.rowblock"));
    assertEquals(expected.remaining(), written.remaining());
    for (int at = 0; at < expected.remaining(); at += 4) {
      // libdmlc's own parser does not round correctly: its values are up to 2 ulp off.
      int off = Math.abs(expected.getInt(at) - written.getInt(at));
      assertTrue(off <= (set.equals("rank_qid") || set.equals("weighted") ? 2 : 0), "at " + at);
    }
    assertEquals(type, manifest().indexType());
  }

  @ParameterizedTest
  @ValueSource(strings = {"real", "rank_qid", "weighted", "decimal_1based"})
  @Supports(row = "LibSVM text written", engine = "command line")
  void textReadsBackAsTheSameRows(String set) throws Exception {
    JsonNode facts = facts("csr/manifest.json", set);
    byte[] text = csr(set, "libsvm").get("part-00000-00000.libsvm");
    Map<String, byte[]> expected = csr(set, "npz");
    Map<String, byte[]> again =
        csr(
            facts.get("cols").asLong(),
            facts.get("indexing_base_in_text").asInt(),
            put("again.libsvm", text));
    assertEquals(expected.keySet(), again.keySet());
    for (String name : expected.keySet()) {
      if (!name.equals(CsrManifest.NAME)) {
        assertArrayEquals(expected.get(name), again.get(name), name);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"agaricus.txt.train,6513", "agaricus.txt.test,1611"})
  void agaricus(String name, int rows) throws Exception {
    JsonNode facts = facts("libsvm/manifest.json", name);
    Map<String, byte[]> files = csr(127, 0, copy("libsvm/" + name));
    Npz.Matrix matrix = Npz.read(files.get("part-00000-00000.npz"));
    assertEquals(rows, matrix.rows());
    assertEquals(127, matrix.columns());
    assertEquals(facts.get("sha256_indptr_i64le").asText(), matrix.sha256OfIndptr());
    assertEquals(facts.get("sha256_indices_as_written_i64le").asText(), matrix.sha256OfIndices());
    assertEquals(facts.get("sha256_values_f32le").asText(), matrix.sha256OfData());
    assertEquals(
        facts.get("sha256_labels_f32le").asText(),
        Npz.sha256(Npz.numbers(files.get("part-00000-00000.label.npy"))));
    assertEquals(
        facts.get("label_counts").get("1.0").asLong(), manifest().labels().counts().get("1"));
  }
}
