// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows with any number of labels: a matrix of labels beside the matrix of features. */
class LabelSetsTest extends CommandTestBase {
  private static final String ROWS = "1,4,7 0:0.5 3:2\n 1:1\n0\n2:1 5:3\n9 qid:3 1:2\n";

  /** Both matrices, and NumPy's header of each, as sklearn reads the text. */
  private static final String CHECK =
      """
      import glob, json, sys, numpy as np, scipy.sparse as sp
      from sklearn.datasets import load_svmlight_file
      text, out, plain = sys.argv[1:4]
      made = json.load(open(out + "/_csr.json"))
      x, sets = load_svmlight_file(plain, dtype=np.float32, zero_based=True, multilabel=True,
                                   n_features=made["columns"])
      load = lambda end: sp.vstack([sp.load_npz(out + "/" + s["file"][:-4] + end)
                                    for s in made["shards"]]).tocsr()
      got, labels = load(".npz"), load(".labels.npz")
      assert (got != x).nnz == 0 and got.shape == x.shape
      assert labels.dtype == np.float32 and (labels.data == 1).all()
      assert labels.shape == (len(sets), made["labelColumns"]), labels.shape
      rows = [tuple(sorted(labels.indices[a:b])) for a, b in zip(labels.indptr, labels.indptr[1:])]
      assert rows == [tuple(sorted(int(i) for i in s)) for s in sets], rows
      assert not glob.glob(out + "/*.label.npy")
      """;

  private JsonNode manifest(String folder) throws IOException {
    return new ObjectMapper().readTree(bytes(folder + "/_csr.json"));
  }

  private static String random(int rows) {
    var random = new Random(rows);
    var text = new StringBuilder();
    for (int row = 0; row < rows; row++) {
      int labels = random.nextInt(4);
      for (int i = 0, id = 0; i < labels; i++, id++) {
        id += random.nextInt(20);
        text.append(i > 0 ? "," : "").append(id);
      }
      for (int i = 0, index = 0; i < 1 + random.nextInt(5); i++, index++) {
        index += random.nextInt(30);
        text.append(' ').append(index).append(':').append(1 + random.nextInt(9));
      }
      text.append('\n');
    }
    return text.toString();
  }

  @Test
  void theyAreTheLabelsOfSklearn() throws Exception {
    Python.assumeHas("sklearn");
    String rows = random(400);
    Path text = write("a.libsvm", rows);
    Path xmc = write("b.libsvm", "400 500 100\n" + rows);
    for (String threads : new String[] {"1", "7"}) {
      String keys = "-q --labels all -Drecordio.csr.segment-size=900 -Drecordio.threads=" + threads;
      ok("csr " + keys + " {} ./a{}", text, threads);
      Python.run(CHECK, text, path("a" + threads), text);
      ok("csr " + keys + " -Drecordio.csr.memory=1 --shard-rows 50 {} ./b{}", xmc, threads);
      Python.run(CHECK, xmc, path("b" + threads), text);
    }
    assertEquals(manifest("a1"), manifest("a7"));
    assertEquals(500, manifest("b1").get("columns").asInt());
    assertEquals(100, manifest("b1").get("labelColumns").asInt());
    for (JsonNode shard : manifest("b1").get("shards")) {
      String labels = shard.get("file").asText().replace(".npz", ".labels.npz");
      assertTrue(shard.get("vectors").has(labels));
      assertArrayEquals(bytes("b1/" + labels), bytes("b7/" + labels));
    }
    ok("csr -q --labels all --columns compact {} ./c", xmc);
    assertTrue(manifest("c").get("columns").asInt() < 500);
    assertEquals(100, manifest("c").get("labelColumns").asInt());
  }

  /** Of twenty thousand rows each has two labels: its number, and a seventh of it. */
  @Tag("deep") // three seconds
  @Test
  void tenThousandLabelsAreAsManyColumns() throws IOException {
    int count = 10_000;
    var text = new StringBuilder();
    for (int row = 0; row < 2 * count; row++) {
      int label = row % count;
      text.append(label).append(',').append(label / 7).append(' ').append(row % 50).append(":1\n");
    }
    Path rows = write("a.libsvm", text.toString().replace("0,0 ", "0 "));
    for (String threads : new String[] {"1", "7"}) {
      String keys = "-q --labels all -Drecordio.csr.segment-size=40k -Drecordio.threads=" + threads;
      ok("csr " + keys + " {} ./out{}", rows, threads);
    }
    JsonNode made = manifest("out1");
    assertEquals(made, manifest("out7"));
    assertEquals(count, made.get("labelColumns").asInt());
    long row = 0;
    for (JsonNode shard : made.get("shards")) {
      String name = shard.get("file").asText().replace(".npz", ".labels.npz");
      assertArrayEquals(bytes("out1/" + name), bytes("out7/" + name), name);
      Npz.Matrix labels = Npz.read(bytes("out1/" + name));
      assertEquals(count, labels.columns());
      for (int i = 0; i < labels.rows(); i++, row++) {
        long label = row % count;
        assertEquals(
            label == 0 ? List.of(0L) : List.of(label, label / 7).stream().sorted().toList(),
            labels
                .indices()
                .subList(labels.indptr().get(i).intValue(), labels.indptr().get(i + 1).intValue()));
      }
    }
    assertEquals(2 * count, row);
    assertTrue(made.get("shards").size() > 2, made.toString());
  }

  @Test
  void statsCountsThem() throws IOException {
    Path rows = write("a.libsvm", ROWS.replace(" qid:3", ""));
    JsonNode stats = ok("stats --json --labels all {}", rows).json();
    assertEquals(5, stats.get("rows").asInt());
    assertEquals(5, stats.get("labelEntries").asInt());
    assertEquals(10, stats.get("labelColumns").asInt());
    assertEquals(21, stats.get("labelSum").asInt());
    assertEquals(
        "{\"0\":1,\"1\":1,\"4\":1,\"7\":1,\"9\":1}", stats.at("/labels/counts").toString());
    assertFalse(ok("stats --json {}", write("b", "1 2:3\n")).json().hasNonNull("labelColumns"));
  }

  @Test
  void aRowBeginsWithLabelsAQueryIdOrAFeature() throws IOException {
    Path rows = write("a.libsvm", "3,1 qid:7 1:2\nqid:8 0:1\n\t2 , \n".replace("\t2 , \n", ""));
    ok("csr -q --labels all {} ./out", rows);
    JsonNode made = manifest("out");
    assertEquals(2, made.get("rows").asInt());
    assertEquals(2, made.get("nnz").asInt());
    assertEquals(4, made.get("labelColumns").asInt());
    assertTrue(made.get("hasQid").asBoolean());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1,4:0.5 2:1   | label ids alone: they have no values
          1,,4 2:1      | label ids, whole numbers with commas between
          1,4, 2:1      | label ids, whole numbers with commas between
          1.5 2:1       | label ids, whole numbers with commas between
          -1 2:1        | label ids, whole numbers with commas between
          4,1,4 2:1     | each label id once
          2147483647 2:1 | a label id below 2^31 - 1
          """)
  void otherRowsAreErrorsWithTheirPlace(String row, String expected) throws IOException {
    Path rows = write("a.libsvm", "1 2:1\n" + row + "\n2 3:1\n");
    String error = error(3, "csr --labels all {} ./out", rows);
    assertHas(error, "bad-label", "a.libsvm at offset 6, line 2", expected);
    run("csr -q --labels all --mode lenient {} ./out", rows).ended(5);
    assertEquals(2, manifest("out").get("rows").asInt());
  }

  @Test
  void whatMayBeALabelOrAFeatureIsRefused() throws IOException {
    Path rows = write("a.libsvm", "1 2\n 4 7\n");
    assertHas(error(3, "stats --labels all {}", rows), "line 2", "or a feature with a value");
  }

  @Test
  void theFirstLineIsChecked() throws IOException {
    String rows = "0,2 1:1\n1 4:1\n";
    Path good = write("a.libsvm", "2 5 3\n" + rows);
    assertHas(ok("csr --labels all {} ./ok", good).err(), "2 rows, 5 features, 3 labels");
    ok("stats -q --labels all {}", good);
    for (String first : new String[] {"3 5 3", "1 5 3", "2 4 3", "2 5 2"}) {
      Path bad = write("bad.libsvm", first + "\n" + rows);
      boolean ofRows = !first.startsWith("2");
      String place = "bad.libsvm at offset 0, line 1";
      assertHas(error(3, "stats --labels all {}", bad), "counts-line", place, first);
      String error = error(3, "csr --labels all {} ./bad", bad);
      assertHas(error, ofRows ? place : "line " + (first.endsWith("3") ? 3 : 2));
      assertFalse(Files.exists(path("bad/_csr.json")));
    }
    assertHas(
        error(3, "csr --labels all --features 9 {} ./bad", write("bad.libsvm", "2 4 3\n" + rows)),
        "counts-line",
        "at least 5 features");
  }

  @Test
  void onlyTheFirstFileHasThatLine() throws IOException {
    write("in/a.libsvm", "3 5 3\n0,2 1:1\n");
    write("in/b.libsvm", "1 4:1\n0 1:1\n");
    ok("csr -q --labels all ./in ./out");
    assertEquals(3, manifest("out").get("rows").asInt());
    write("in/b.libsvm", "2 5 3\n1 4:1\n0 1:1\n");
    for (String size : new String[] {"8", "1000"}) {
      String line = "csr -q --labels all -Drecordio.csr.segment-size={} ./in ./two";
      assertHas(error(3, line, size), "counts-line", "b.libsvm at offset 0");
    }
  }

  @Test
  void commandsThatTakeOneLabelRefuseThem() throws IOException {
    Path rows = write("a.libsvm", "1,4 2:1\n");
    assertHas(
        error(2, "csr --labels all --to libsvm {} ./o", rows), "--labels all is for --to npz");
    assertHas(fails(2, "read -Dlibsvm.labels=all libsvm:{}", rows), "stats and csr");
    assertHas(fails(2, "stats --labels all --format csv {}", rows), "labels is all", "csv");
    assertHas(fails(2, "stats --labels all --format libfm {}", rows), "labels is all", "libfm");
    assertHas(fails(2, "stats --labels all --mode dmlc {}", rows), "strict or lenient");
  }
}
