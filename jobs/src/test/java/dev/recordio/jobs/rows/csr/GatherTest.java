// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** csr --gather qid makes what csr makes of the text sorted by query. */
class GatherTest extends CsrTestBase {
  private static final String SMALL = "-D recordio.csr.segment-size=3k ";

  /** Sorts the lines of some files, stably, by query id; the last name is the file to write. */
  private static final String SORT =
      """
      import sys
      lines = [l for f in sys.argv[1:-1] for l in open(f) if l.strip() and not l.startswith("#")]
      lines.sort(key=lambda line: int(line.split()[1][len("qid:"):]))
      open(sys.argv[-1], "w").writelines(lines)
      print(len(lines))
      """;

  /** Compares the groups and weights of a shard with those of XGBoost, of the sorted text. */
  private static final String GROUPS =
      """
      import sys, numpy as np, xgboost as xgb
      xgb.set_config(verbosity=0)
      sorted_text = xgb.DMatrix(sys.argv[1] + "?format=libsvm")
      shard = sys.argv[2] + "/part-00000-00000"
      groups = np.load(shard + ".group_ptr.npy")
      assert (sorted_text.get_uint_info("group_ptr") == groups).all()
      assert (sorted_text.get_label() == np.load(shard + ".label.npy")).all()
      qids = np.load(shard + ".qid.npy")
      assert (np.diff(qids) >= 0).all() and len(np.unique(qids)) == len(groups) - 1
      print(len(groups) - 1)
      """;

  private static List<String> rows(int seed, int count, boolean weights) {
    var random = new Random(seed);
    var rows = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      String qid = Long.toUnsignedString(i % 5 == 0 ? random.nextLong() : random.nextInt(30));
      String weight = weights ? ":" + (1 + i % 7) * 0.5 : "";
      rows.add(i % 3 + weight + " qid:" + qid + " " + i % 40 + ":" + i + " 50:0.5");
    }
    return rows;
  }

  private static String text(List<String> rows) {
    return String.join("\n", rows) + "\n";
  }

  private void assertSame(Path expected, Path actual) throws IOException {
    var names = new TreeMap<String, byte[]>();
    try (Stream<Path> files = Files.list(expected)) {
      for (Path file : files.toList()) {
        names.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    try (Stream<Path> files = Files.list(actual)) {
      assertEquals(
          List.copyOf(names.keySet()),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    names.keySet().removeIf(name -> name.contains(CsrManifest.NAME)); // it has the settings
    for (String name : names.keySet()) {
      assertArrayEquals(names.get(name), Files.readAllBytes(actual.resolve(name)), name);
    }
  }

  @Test
  void shardsAreThoseOfTheSortedText() throws Exception {
    Python.assumeHas("sys");
    Path a = put("a", "# first\r\n" + text(rows(1, 700, true)));
    Path b = put("b", "\n" + text(rows(2, 500, true)).replace("\n", " # note\r\n"));
    Path sorted = path("sorted.libsvm");
    assertEquals("1200", Python.run(SORT, a, b, sorted));
    String to = "--to rowblock "; // it has query ids of 64 bits
    int number = 0;
    for (String options :
        List.of("", "--keep-groups --shard-rows 100", "--shard-size 2000", "--without qid")) {
      for (String cut : List.of("", SMALL)) {
        Path expected = path("expected" + number);
        Path actual = path("actual" + number++);
        csr(expected, to + options + " " + cut + "{}", sorted).ended(0);
        csr(actual, to + "--gather qid " + options + " " + cut + "{};{}", a, b).ended(0);
        assertSame(expected, actual);
      }
    }
    // Any number of tasks; and a sort buffer that is full many times.
    Path more = path("more");
    csr(
            more,
            to
                + "--gather qid -D mapreduce.task.io.sort.mb=1 -D mapreduce.input.fileinputformat."
                + "split.minsize=10000 "
                + SMALL
                + "{};{}",
            a,
            b)
        .ended(0);
    assertSame(path("expected1"), more);
  }

  @Test
  void theManifestNamesWhatWasRead() throws Exception {
    Path a = put("a", text(rows(1, 100, true)).replaceAll("qid:\\d{5,}", "qid:77"));
    csr(path("out"), "--gather qid {}", a).ended(0);
    String manifest = Files.readString(path("out").resolve(CsrManifest.NAME));
    assertHas(manifest, "/in/a\"", "\"recordio.csr.gather\" : \"qid\"", "label-weight");
    assertFalse(manifest.contains("sorted"), manifest);
    assertFalse(manifest.contains("qid-returns"), manifest);
    Recordio again = csr(path("out"), "--gather qid --if-changed {}", a);
    assertHas(again.err(), "unchanged, reused");
    // Without it the note names it.
    assertHas(csr(path("scattered"), "{}", a).ended(0).err(), "(csr --gather qid)");
  }

  @Test
  void groupsAreThoseOfXgboost() throws Exception {
    Python.assumeHas("xgboost");
    Path a = put("a", text(rows(3, 400, false)).replaceAll("qid:\\d{5,}", "qid:77"));
    Path sorted = path("sorted.libsvm");
    Python.run(SORT, a, sorted);
    csr(path("out"), "--gather qid {}", a).ended(0);
    assertEquals("31", Python.run(GROUPS, sorted, path("out")));
  }

  @Test
  void packedTextAndTextInOneFileGiveTheSame() throws Exception {
    String text = text(rows(4, 300, false));
    Path plain = put("plain", text);
    var bytes = new java.io.ByteArrayOutputStream();
    try (var out = new java.util.zip.GZIPOutputStream(bytes)) {
      out.write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    Path packed = put("packed.gz", bytes.toByteArray());
    csr(path("one"), "--to libsvm --gather qid " + SMALL + "{}", plain).ended(0);
    csr(path("two"), "--to libsvm --gather qid " + SMALL + "{}", packed).ended(0);
    assertEquals(whole(path("one")), whole(path("two")));
  }

  private static String whole(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      var text = new StringBuilder();
      for (Path file : files.filter(f -> f.toString().endsWith(".libsvm")).sorted().toList()) {
        text.append(Files.readString(file));
      }
      return text.toString();
    }
  }

  @Test
  void whatCantBeSortedIsRefused() throws Exception {
    Path a = put("a", "1 qid:2 1:1\n0 qid:1 1:1\n");
    Path out = path("out");
    put("a.weight", "1\n2\n");
    assertHas(
        csr(out, "--gather qid {}", a).ended(2).err(),
        "--gather does not sort",
        "a.weight; csr --to libsvm writes weights and groups into the text");
    csr(path("one"), "--gather qid -D recordio.csr.side-files=none {}", a).ended(0);
    assertHas(csr(out, "--gather qid --format csv {}", a).ended(2).err(), "have no query ids");
    Path none = put("none", "1 1:1\n0 qid:1 1:1\n");
    assertHas(
        csr(out, "--gather qid {}", put("bare", "1 1:1\n")).ended(3).err(),
        "a row without a query id: ",
        "in/bare at offset 0");
    assertHas(csr(out, "--gather qid {}", none).ended(3).err(), "mixed-qids: ", "in/none at");
    Path wrong = put("wrong", "1 qid:2 1:1\nx qid:1 1:1\n0 qid:1 1:1\n");
    assertHas(csr(out, "--gather qid {}", wrong).ended(3).err(), "bad-label: ", "in/wrong at");
    assertFalse(Files.exists(out));
    Recordio lenient = csr(path("two"), "--gather qid --mode lenient {}", wrong).ended(5);
    assertHas(lenient.err(), "lines left out  1");
    assertTrue(Files.exists(path("two")));
    assertHas(
        csr(out, "--gather qid {}", put("wide", "1 qid:18446744073709551615 1:1\n")).ended(3).err(),
        "in/wide at offset 0: expected query ids below 2^63");
  }

  @Test
  void aDryRunSortsNothing() throws Exception {
    Path a = put("a", text(rows(1, 100, true)));
    csr(path("out"), "--gather qid --dry-run {}", a).ended(0);
    assertFalse(Files.exists(path("out")));
  }

  @Test
  void noRowsAreOneEmptyShard() throws Exception {
    Path a = put("a", "# nothing\n");
    csr(path("out"), "--gather qid {}", a).ended(0);
    csr(path("plain"), "{}", a).ended(0);
    assertSame(path("plain"), path("out"));
  }
}
