// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.testing.Python;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries that are left out by their values: zeros, and a value that means none. */
class DroppedEntriesTest extends CommandTestBase {
  private static final String ROWS =
      "1 0:0 1:2.5 3:-0\n0 2:-999 3:1\n1\n0 0:-999 1:0.0\n1 4:nan 5:3\n";

  /** SciPy's matrix of sklearn's rows, without what NumPy says is dropped. */
  private static final String CHECK =
      """
      import glob, sys, numpy as np, scipy.sparse as sp
      from sklearn.datasets import load_svmlight_file
      rows, out, test = sys.argv[1:4]
      x = load_svmlight_file(rows, dtype=np.float32, zero_based=True, n_features=6)[0]
      test = open(test).read()
      keep = np.array([not eval(test, {'v': v, 'np': np}) for v in x.data])
      row = np.repeat(np.arange(5), np.diff(x.indptr))[keep]
      want = sp.csr_matrix((x.data[keep], (row, x.indices[keep])), shape=(5, 6))
      got = sp.vstack([sp.load_npz(f) for f in sorted(glob.glob(out + "/*.npz"))]).tocsr()
      assert got.shape == (5, 6) and (got.indptr == want.indptr).all(), (got.indptr, want.indptr)
      assert (got.indices == want.indices).all()
      assert np.array_equal(got.data, want.data, equal_nan=True), (got.data, want.data)
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --drop zeros                 | v == 0
          --missing -999               | v == -999
          --missing NaN                | np.isnan(v)
          --missing 0 --drop zeros     | v == 0
          --drop zeros --missing -999  | v in (0, -999)
          -Dlibsvm.missing=3           | v == 3
          """)
  void theMatrixIsTheOneOfSklearnWithoutThem(String options, String dropped) throws Exception {
    Python.assumeHas("sklearn");
    Path rows = write("rows.libsvm", ROWS);
    for (String size : new String[] {"100", "9"}) { // in one segment, and in several
      String out = "out" + size;
      ok("csr -q -Drecordio.csr.segment-size={} " + options + " {} {}", size, rows, path(out));
      Path test = write("test", dropped);
      Python.run(CHECK, rows, path(out), test);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--drop zeros", "--missing -999"})
  void theyAreCounted(String options) throws IOException {
    Path rows = write("rows.libsvm", ROWS);
    JsonNode stats = ok("stats --json " + options + " {}", rows).json();
    boolean zeros = options.startsWith("--drop");
    assertEquals(zeros ? 6 : 7, stats.get("nnz").asInt(), stats.toString());
    String rule = zeros ? "zero-dropped" : "missing-dropped";
    assertTrue(stats.toString().contains("\"" + rule + "\":" + (zeros ? 3 : 2)), stats.toString());
  }

  @Test
  void aMissingValueIsANumber() throws IOException {
    Path rows = write("rows.libsvm", ROWS);
    assertHas(fails(2, "stats --missing none {}", rows), "--missing", "none", "a number, or nan");
  }

  @Test
  void csvAndFieldsLeaveThemOutToo() throws IOException {
    Path csv = write("a.csv", "1,0,5\n0,-999,0\n");
    String line = "stats --json --drop zeros --missing -999 {}";
    assertEquals(1, ok(line, csv + "?format=csv&label_column=0").json().get("nnz").asInt());
    Path ffm = write("a.ffm", "1 0:1:0 1:2:1\n0 1:3:0 2:4:2\n");
    assertEquals(2, ok(line, ffm + "?format=libffm").json().get("nnz").asInt());
    assertEquals(
        ok("read -q --sha256 libffm:{}", write("b.ffm", "1 1:2:1\n0 2:4:2\n")).out(),
        ok("read -q -Dlibsvm.drop=zeros --sha256 libffm:{}", ffm).out());
  }
}
