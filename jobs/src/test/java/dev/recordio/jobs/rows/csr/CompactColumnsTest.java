// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Columns that occur, numbered anew, and the columns of an earlier map. */
class CompactColumnsTest extends CommandTestBase {
  /** The columns that are kept of SciPy's matrix of all columns are the matrix that is written. */
  private static final String CHECK =
      """
      import glob, json, sys, numpy as np, scipy.sparse as sp
      whole, out = sys.argv[1:3]
      def load(folder):
          shards = json.load(open(folder + "/_csr.json"))["shards"]
          return sp.vstack([sp.load_npz(folder + "/" + s["file"]) for s in shards]).tocsr()
      columns = np.load(out + "/columns.npy")
      assert columns.dtype == np.int64 and (np.diff(columns) > 0).all()
      x, got = load(whole), load(out)
      if len(sys.argv) == 3:
          assert (columns == np.unique(x.indices)).all()
      want = x[:, columns].sorted_indices()
      assert got.shape == want.shape == (x.shape[0], len(columns)), (got.shape, want.shape)
      assert (got.indptr == want.indptr).all() and (got.indices == want.indices).all()
      assert (got.data == want.data).all()
      """;

  private Path rows(String name, int seed, int columns) throws IOException {
    var random = new Random(seed);
    var text = new StringBuilder();
    for (int row = 0; row < 300; row++) {
      text.append(row % 2);
      for (int i = random.nextInt(6), index = 0; i > 0; i--) {
        index += 1 + random.nextInt(columns);
        text.append(' ').append(index).append(':').append(1 + random.nextInt(9));
      }
      text.append('\n');
    }
    return write(name, text.toString());
  }

  private JsonNode manifest(String folder) throws IOException {
    return new ObjectMapper().readTree(bytes(folder + "/_csr.json"));
  }

  @Test
  void theyAreTheColumnsOfSciPysMatrix() throws Exception {
    Python.assumeHas("scipy");
    Path train = rows("train.libsvm", 1, 100_000);
    Path test = rows("test.libsvm", 2, 100);
    ok("csr -q {} ./whole", train);
    ok("csr -q --features 600000 {} ./test-whole", test);
    for (String base : new String[] {"0", "1"}) {
      String out = "out" + base;
      ok("csr -q --index-base {} {} ./whole{}", base, train, base);
      ok("csr -q --columns compact --index-base {} {} ./{}", base, train, out);
      Python.run(CHECK, path("whole" + base), path(out));
    }
    String line = "csr --columns {} {} ./test0";
    String err = ok(line, path("out0/columns.npy"), test).err();
    assertHas(err, "column map", "columns.npy", "column-dropped");
    Python.run(CHECK, path("test-whole"), path("test0"), path("out0"));
    assertArrayEquals(bytes("out0/columns.npy"), bytes("test0/columns.npy"));
    long entries = manifest("test-whole").get("nnz").asLong();
    JsonNode made = manifest("test0");
    long dropped = made.get("malformed").get("column-dropped").asLong();
    assertTrue(dropped > 0 && entries == dropped + made.get("nnz").asLong(), made.toString());
  }

  @Test
  void bytesAreTheSameWhateverTheTasks() throws Exception {
    Path train = rows("train.libsvm", 3, 1000);
    for (String threads : new String[] {"1", "7"}) {
      String keys = "-Drecordio.threads=" + threads + " -Drecordio.csr.segment-size=1000";
      ok("csr -q --columns compact --index-base auto " + keys + " {} ./t{}", train, threads);
      ok("csr -q --columns ./t1/columns.npy --index-base 1 " + keys + " {} ./u{}", train, threads);
    }
    JsonNode made = manifest("t1");
    assertEquals("columns.npy", made.get("columnMap").asText());
    assertEquals(1, made.get("indexBase").asInt());
    assertEquals(bytes("t1/columns.npy").length, 128 + 8 * made.get("columns").asLong());
    try (Stream<Path> files = Files.list(path("t1"))) {
      for (Path file : files.filter(f -> !f.getFileName().toString().startsWith(".")).toList()) {
        String name = file.getFileName().toString();
        if (!name.equals("_csr.json")) {
          assertArrayEquals(bytes("t1/" + name), bytes("t7/" + name), name);
          assertArrayEquals(bytes("t1/" + name), bytes("u1/" + name), name);
          assertArrayEquals(bytes("u1/" + name), bytes("u7/" + name), name);
        }
      }
    }
    assertEquals(made, manifest("t7"));
  }

  @Test
  void columnsBeyondAllLimitsAreNumberedToo() throws IOException {
    Path rows = write("a.libsvm", "1 18446744073709551615:2\n0 7:1 9223372036854775808:3\n");
    ok("csr -q --columns compact --to libsvm {} ./out", rows);
    assertEquals("1 2:2\n0 0:1 1:3\n", text("out/part-00000-00000.libsvm"));
    assertHas(new String(bytes("out/columns.npy"), 10, 60, UTF_8), "'descr': '<u8'");
    assertEquals(3, manifest("out").get("columns").asInt());
    Path none = write("b.libsvm", "1\n0\n");
    ok("csr -q --columns compact {} ./none", none);
    assertEquals(0, manifest("none").get("columns").asInt());
  }

  @Test
  void aMapOfAnotherIndexBaseIsRefused() throws IOException {
    Path rows = write("a.libsvm", "1 1:2\n0 7:1\n");
    ok("csr -q --columns compact --index-base 1 {} ./out", rows);
    String line = "csr --columns ./out/columns.npy {} ./other";
    assertHas(error(2, line, rows), "columns.npy", "--index-base 1");
    assertHas(error(3, "csr --columns ./no.npy {} ./other", rows), "no.npy");
    assertHas(error(3, "csr --columns {} {} ./other", rows, rows), "a.libsvm", "a .npy file");
  }

  @Test
  void ifChangedKnowsTheMap() throws IOException {
    Path rows = write("a.libsvm", "1 1:2\n0 7:1\n");
    ok("csr -q --columns compact {} ./map", rows);
    String line = "csr --if-changed --columns ./map/columns.npy {} ./out";
    ok(line, rows);
    assertHas(ok(line, rows).err(), "unchanged, reused");
    Files.delete(path("out/columns.npy"));
    assertHas(ok(line, rows).err(), "columns.npy is not there as it was written");
    ok("csr -q --columns compact --if-changed {} ./map", write("a.libsvm", "1 1:2\n0 8:1 9:1\n"));
    assertHas(ok(line, rows).err(), "the input files have changed, or are other files");
    assertHas(ok("csr --dry-run --columns compact {} ./dry", rows).out(), "1 shard");
  }
}
