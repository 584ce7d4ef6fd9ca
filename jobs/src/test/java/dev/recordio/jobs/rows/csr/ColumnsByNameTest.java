// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Python;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of CSV by name, and categorical cells as scikit-learn hashes them. */
class ColumnsByNameTest extends CommandTestBase {
  private static final String CRITEO =
      "-Dlibsvm.arguments=delimiter=tab --format csv --label c0 --categorical c14..c39";

  /** The matrix that pandas and FeatureHasher make, with the names that the manifest has. */
  private static final String CHECK =
      """
      import sys, json, glob, numpy as np, pandas as pd, scipy.sparse as sp
      from sklearn.feature_extraction import FeatureHasher
      source, out, how = sys.argv[1:4]
      how = json.loads(open(how).read())
      m = json.load(open(out + '/_csr.json'))['names']
      x = pd.read_csv(source, dtype=str, keep_default_na=False, **how)
      if how.get('header', 0) is None:
          x.columns = ['c%d' % i for i in x.columns]
      want = []
      if m['numbers']:
          d = x[m['numbers']].astype(np.float32).to_numpy()
          r, c = np.nonzero(~np.isnan(d))
          want.append(sp.csr_matrix((d[r, c], (r, c)), shape=d.shape))
      if 'hashed' in m:
          h = m['hashed']
          assert h['firstColumn'] == len(m['numbers'])
          hasher = FeatureHasher(2 ** h['bits'], alternate_sign=h['alternateSign'], dtype=np.float32)
          want.append(hasher.transform([{k: v for k, v in row.items() if isinstance(v, str)}
                                        for row in x[h['names']].to_dict('records')]))
      want = sp.hstack(want).tocsr()
      shards = sorted(glob.glob(out + '/*.npz'))
      got = sp.vstack([sp.load_npz(f) for f in shards]).tocsr()
      assert got.shape == want.shape, (got.shape, want.shape)
      assert (got.indptr == want.indptr).all(), (got.indptr, want.indptr)
      assert (got.indices == want.indices).all()
      assert (got.data == want.data).all()
      for name, suffix in (('label', 'label'), ('weight', 'weight'), ('qid', 'qid')):
          if name in m:
              v = np.concatenate([np.load(f[:-4] + '.' + suffix + '.npy') for f in shards])
              assert (v == x[m[name]].astype(np.float64)).all(), (name, v)
      lines = [l.rstrip('\\n').split('\\t') for l in open(out + '/features.txt')]
      assert [l[0] for l in lines] == [str(i) for i in range(got.shape[1])]
      assert all(len(l) == 3 and l[2] == 'q' and l[1].split() == [l[1]] for l in lines)
      print(got.shape[0], got.shape[1], got.nnz)
      """;

  private static byte[] criteo() {
    return Fixtures.bytes("/fixtures/columns/criteo.tsv");
  }

  /** Rows of Criteo's shape: a label, 13 integers, 26 hex words, some of them empty. */
  private static String randomCriteo(int rows) {
    var random = new Random(38);
    var text = new StringBuilder();
    for (int row = 0; row < rows; row++) {
      text.append(random.nextInt(2));
      for (int i = 0; i < 13; i++) {
        text.append('\t').append(random.nextInt(5) == 0 ? "" : random.nextInt(5000) - 2);
      }
      for (int i = 0; i < 26; i++) {
        int word = i % 3 == 0 ? random.nextInt(40) * 0x9E3779B1 : random.nextInt();
        text.append('\t').append(random.nextInt(7) == 0 ? "" : String.format("%08x", word));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private String check(Path source, String out, String how) throws Exception {
    return Python.run(CHECK, source, path(out), write("how.json", how));
  }

  private JsonNode manifest(String out) throws IOException {
    return new ObjectMapper().readTree(bytes(out + "/_csr.json"));
  }

  @Test
  void aFileLikeCriteosIsTheMatrixThatScikitLearnMade() throws IOException {
    Path file = write("criteo.tsv", criteo());
    ok("csr -q --to libsvm --hash-bits 4 " + CRITEO + " {} {}", file, path("out"));
    String want = new String(Fixtures.bytes("/fixtures/columns/criteo.libsvm"));
    assertEquals(want, text("out/part-00000-00000.libsvm"));
    assertEquals(29, manifest("out").get("columns").asInt());
    List<String> lines = text("out/features.txt").lines().toList();
    assertEquals(29, lines.size());
    assertEquals(
        List.of("0\tc1\tq", "12\tc13\tq", "13\thash_0\tq"),
        List.of(lines.get(0), lines.get(12), lines.get(13)));
  }

  @ParameterizedTest
  @CsvSource({
    "--hash-bits 4",
    "--hash-bits 12 -Dlibsvm.csv.alternate-sign=false",
    "--hash-bits 20",
    "--hash-bits 12 -Drecordio.csr.segment-size=3000"
  })
  void hashesAreFeatureHashers(String options) throws Exception {
    Python.assumeHas("sklearn, pandas");
    Path file = write("criteo.tsv", randomCriteo(60));
    ok("csr -q " + options + " " + CRITEO + " {} {}", file, path("out"));
    String found =
        check(file, "out", "{\"sep\": \"\\t\", \"header\": null, \"na_values\": [\"\"]}");
    assertTrue(found.startsWith("60 "), found);
  }

  @Test
  void aHeaderNamesColumnsAsPandasReadsThem() throws Exception {
    Python.assumeHas("sklearn, pandas");
    Path file =
        write(
            "a.csv",
            "id,\"the, kind\",price,y,w,q,straße\n"
                + "a1,\"x \"\"1\"\"\",1.5,1,0.5,3, Hauptstr\n"
                + "a2,NA,,0,2,3,\"Weg, 3\"\n"
                + "a3,y\"z,NA,1,1,4,null\n"
                + "a4,,-7e2,0,1,4,中\n");
    ok(
        "csr -q --format csv --label y --weight w --qid q --ignore id --hash-bits 5 --na-words"
            + " NA,null --categorical straße,{} {} {}",
        "\"the, kind\"",
        file,
        path("out"));
    assertEquals("4 33 7", check(file, "out", "{\"na_values\": [\"\", \"NA\", \"null\"]}"));
    JsonNode names = manifest("out").get("names");
    assertEquals("[\"price\"]", names.get("numbers").toString());
    assertEquals("[\"the, kind\",\"straße\"]", names.get("hashed").get("names").toString());
  }

  @Test
  void theBytesAreTheSameForOneTaskAndForSeven() throws IOException {
    Path file = write("criteo.tsv", randomCriteo(60));
    String line =
        "csr -q --hash-bits 8 -Drecordio.csr.segment-size={} "
            + "-Dmapreduce.input.fileinputformat.split.minsize={} "
            + CRITEO
            + " {} {}";
    long segment = Files.size(file) / 7 + 1;
    ok(line, segment, 1, file, path("seven"));
    ok(line, segment, Files.size(file), file, path("one"));
    List<String> names = List.of(path("seven").toFile().list());
    assertTrue(names.size() > 14, names.toString());
    for (File one : path("one").toFile().listFiles()) {
      if (!one.getName().endsWith(".crc")) {
        assertArrayEquals(
            bytes("seven/" + one.getName()), Files.readAllBytes(one.toPath()), one.getName());
      }
    }
  }

  @Test
  void filesOfAnotherOrderAreMappedByName() throws IOException {
    write("in/a.csv", "y,a,b\n1,2,3\n");
    write("in/b.csv", "b,y,a\n6,0,5\n");
    ok("csr -q --to libsvm --format csv --label y {} {}", path("in"), path("out"));
    assertEquals(
        "1 0:2 1:3\n", text("out/part-00000-00000.libsvm").lines().limit(1).toList().get(0) + "\n");
    assertHas(text("out/part-00000-00000.libsvm"), "0 0:5 1:6");
    write("in/c.csv", "y,a,c\n1,2,3\n");
    String error = error(3, "stats --format csv --label y {}", path("in"));
    assertHas(error, "other columns", "c.csv", "not c");
  }

  @Test
  void whatIsAssumedIsSaid() throws IOException {
    Path file = write("a.csv", "y,a,city\n1,2,Rome\n");
    var stats = ok("stats --json --format csv --label y --categorical city --hash-bits 3 {}", file);
    assertEquals(9, stats.json().get("columns").asInt());
    assertHas(stats.err(), "note: the columns have the names of the header of", "1 columns of");
    assertFalse(stats.err().contains("all labels are 0"), stats.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --label z                      | 2 | no column 'z': there are y, a, city
          --label y                      | 3 | in column city: --categorical takes words
          --label y --hash-bits 5        | 2 | name such columns
          --label y --categorical a..z   | 2 | no column 'a..z'
          --label y --categorical y..a   | 2 | named twice
          --label y --hash-bits 31       | 2 | 30
          """)
  void errorsSayWhatToType(String options, int code, String found) throws IOException {
    Path file = write("a.csv", "y,a,city\n1,2,Rome\n");
    assertHas(error(code, "stats -q --format csv " + options + " {}", file), found);
    assertHas(error(2, "stats -q --label y {}", file), "--label", "add --format csv");
    assertHas(error(2, "stats -q {}", file + "?label=y"), "libsvm has no argument 'label'");
  }

  @Test
  void theListOfNamesIsNotTakenForRows() throws IOException {
    Path file = write("a.csv", "y,a,b\n1,2,3\n0,5,6\n");
    String line = "csr -q --if-changed --to libsvm --format csv --label y {} {}";
    ok(line, file, path("out"));
    assertEquals(2, ok("stats -q --json {}", path("out")).json().get("rows").asInt());
    write("a.csv", "y,a,b\n1,2,3\n0,5,6\n1,1,1\n");
    ok(line, file, path("out"));
    assertEquals(3, ok("stats -q --json {}", path("out")).json().get("rows").asInt());
  }

  @Test
  void aMatrixWithoutNamesHasNoList() throws IOException {
    Path file = write("a.csv", "y,a,b\n1,2,3\n");
    ok("csr -q --format csv -Dlibsvm.arguments=label_column=0 {} {}", file, path("out"));
    assertFalse(Files.exists(path("out/features.txt")));
    assertFalse(manifest("out").has("names"));
  }
}
