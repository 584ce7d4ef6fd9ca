// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Command lines, output and results of {@code recordio csr}. */
class CsrCommandTest extends CsrTestBase {
  private Path out;

  @BeforeEach
  void nameOutput() {
    out = dir.resolve("out");
  }

  private Recordio run(Object... words) {
    return Recordio.run(conf, Stream.of(words).map(Object::toString).toArray(String[]::new));
  }

  private CsrManifest made(Path folder) throws IOException {
    org.apache.hadoop.fs.Path path = LocalFiles.path(folder);
    return CsrManifest.read(path.getFileSystem(conf), path);
  }

  private static void assertHas(String text, String... parts) {
    for (String part : parts) {
      assertTrue(text.contains(part), () -> part + " in\n" + text);
    }
  }

  private void assertFails(int code, Recordio run, String... parts) {
    assertEquals(code, run.code(), run.err());
    List<String> errors = run.err().lines().filter(l -> l.startsWith("recordio: ")).toList();
    assertEquals(1, errors.size(), run.err());
    assertHas(errors.get(0), parts);
    assertFalse(Files.exists(out), "nothing is left");
  }

  @Test
  void countsFirstOrTakesWhatStatsHasKeptOrWhatIsGiven() throws Exception {
    Path file = copy("libsvm/agaricus.txt.train");
    Recordio counted = run("csr", file, out);
    assertEquals(0, counted.code(), counted.err());
    assertEquals("", counted.out());
    assertHas(
        counted.err(),
        "counting rows and columns first; --features N, or an earlier `stats --sidecar auto` saves"
            + " this pass",
        "index base 0 (as libsvm.index.base says); 127 columns (counted); 6,513 rows, 143,286",
        "shards      1",
        "scipy.sparse.load_npz(\""
            + out
            + "/part-00000-00000.npz\"), numpy.load(\""
            + out
            + "/part-");
    Map<String, byte[]> expected = files(out);

    assertEquals(0, run("stats", "--sidecar", "auto", file).code());
    Path kept = dir.resolve("kept");
    Recordio sidecar = run("csr", file, kept);
    assertHas(sidecar.err(), "taking rows and columns from what stats has kept: file:");
    Path given = dir.resolve("given");
    Recordio features = run("csr", "--features", 127, file, given);
    assertFalse(features.err().contains("counting") || features.err().contains("has kept"));
    for (String name : List.of("part-00000-00000.npz", "part-00000-00000.label.npy")) {
      assertArrayEquals(expected.get(name), files(kept).get(name), name);
      assertArrayEquals(expected.get(name), files(given).get(name), name);
    }
    Path auto = dir.resolve("auto");
    Recordio based = run("csr", "--index-base", "auto", file, auto);
    assertHas(based.err(), "index base 1 (auto: no index 0 in 143,286 entries); 126 columns");
    assertHas(based.err(), "what stats has kept");
    assertEquals("auto: no index 0 in 143,286 entries", made(auto).indexBaseReason());

    Files.writeString(file, "1 130:1\n", java.nio.file.StandardOpenOption.APPEND);
    Recordio changed = run("csr", file, dir.resolve("changed"));
    assertHas(changed.err(), "counting rows and columns first", "131 columns");
  }

  @Test
  void aBaseThatTheKeptStatisticsRuleOutIsAnErrorWithItsPlace() throws Exception {
    Path file = write("zero", "1 0:1\n");
    assertEquals(0, run("stats", "--sidecar", "auto", file).code());
    assertFails(3, run("csr", "--index-base", 1, file, out), "zero-index", "zero at offset 2");
  }

  @Test
  void anIndexThatDoesNotFitIsNamedAndMakesNoOutput() throws Exception {
    Path file = write("a", "1 1:1\n0 2:1 9:4\n");
    assertFails(
        3,
        run("csr", "--features", 9, file, out),
        "index-too-large: file:" + file + " at offset 12, line 2",
        "9:4",
        "--features is 9");
    assertEquals(0, run("csr", "--features", 9, "--index-base", 1, file, out).code());
    assertEquals(9, made(out).columns());
  }

  @Test
  void anIndexBeyondAllColumnsIsNamedWhileTheyAreCounted() throws Exception {
    Path file = write("a", "1 1:1\n0 9223372036854775807:4\n");
    assertFails(
        3,
        run("csr", file, out),
        "index-too-large: file:" + file + " at offset 8, line 2",
        "9223372036854775807:4",
        "csr writes columns below 2^63 - 1");
    assertEquals(0, run("stats", "--sidecar", "auto", file).code());
    assertFails(3, run("csr", file, out), "the largest index is 9223372036854775807");
  }

  @Test
  void aQueryIdThatNpyCannotHoldIsNamedWithItsPlace() throws Exception {
    Path file = write("a", "1 qid:1 1:1\n0 qid:18446744073709551615 1:1\n");
    Recordio run = run("csr", file, dir.resolve("out"));
    assertFails(3, run, "a at offset 12");
    assertHas(run.err(), "query ids below 2^63");
    assertHas(run.err(), "found 18446744073709551615");
    assertEquals(0, run("csr", "--to", "rowblock", file, dir.resolve("blocks")).code());
  }

  @Test
  void aLabelThatNoReaderOfTextTakesIsNotWritten() throws Exception {
    Path file = write("a", "1 1:1\nnan 1:1\n");
    Recordio run = run("csr", "--mode", "lenient", "--to", "libsvm", file, dir.resolve("out"));
    assertFails(3, run, "a at offset 6");
    assertHas(run.err(), "expected finite labels and weights");
    assertEquals(0, run("csr", "--mode", "lenient", file, dir.resolve("npz")).code());
  }

  @Test
  void invalidSettingsAreReportedBeforeAnythingIsRead() throws Exception {
    Path file = write("a", "1 1:1\n");
    for (String wrong : List.of("?header=no", "?format=tsv")) {
      Recordio run = run("csr", file + wrong, out);
      assertFails(2, run);
      assertFalse(run.err().contains("counting"), run.err());
    }
    assertFails(2, run("csr", "-Dlibsvm.features=-4", file, out), "libsvm.features is '-4'");
  }

  @Test
  void optionsMayBeWrittenInAnyCaseAndAreTheSameThen() throws Exception {
    Path file = write("a", "1 1:1\n");
    Recordio upper =
        run(
            "csr",
            "--to",
            "NPZ",
            "--mode",
            "Strict",
            "--index-base",
            "AUTO",
            "--format",
            "LibSVM",
            "-Drecordio.csr.side-files=NONE",
            file,
            out);
    assertEquals(0, upper.code(), upper.err());
    Recordio lower =
        run(
            "csr",
            "--if-changed",
            "--to=npz",
            "--mode=strict",
            "--index-base=auto",
            "--format=libsvm",
            "-Drecordio.csr.side-files=none",
            file,
            out);
    assertHas(lower.err(), "unchanged, reused");
  }

  @Test
  void notesAndValuesReplacedBySideFilesAreReported() throws Exception {
    Path file = write("a", "1:-2 qid:2 1:1\n0:1 qid:1 1:1\n");
    Recordio plain = run("csr", file, out);
    assertHas(plain.err(), "notes       label-weight 2, negative-weight 1, qid-descends 1");
    write("a.weight", "1\n1\n");
    write("a.group", "1\n1\n");
    Recordio side = run("csr", file, dir.resolve("side"));
    assertHas(
        side.err(),
        "note: weights of the text give way to .weight files",
        "note: query ids of the text give way to .group files");
  }

  @Test
  void shardsHaveWeightsAllOrNone() throws Exception {
    Path plain = write("a", "1 qid:1 1:1\n0 qid:2 2:1\n");
    Path weighted = write("b", "1:3 1:1\n0:2 2:1\n");
    Object[] words = {
      "csr",
      "--mode=lenient",
      "--labels=first",
      "-Drecordio.csr.segment-size=24",
      "--shard-rows=1",
      plain + ";" + weighted,
      out
    };
    Recordio counted = run(words);
    assertEquals(0, counted.code(), counted.err());
    Map<String, byte[]> files = files(out);
    float[] weights = {1, 1, 3, 2};
    for (int shard = 0; shard < 4; shard++) {
      String stem = made(out).shards().get(shard).file().replace(".npz", "");
      assertEquals(weights[shard], Npz.numbers(files.get(stem + ".weight.npy")).getFloat(0));
      assertTrue(files.containsKey(stem + ".qid.npy"));
    }
    words[6] = dir.resolve("given");
    Recordio given = run(Stream.concat(Stream.of(words), Stream.of("--features", 3)).toArray());
    assertEquals(3, given.code(), given.err());
    assertHas(given.err(), "mixed-weights: expected weights in all", "leave out --features");
    assertFalse(Files.exists(dir.resolve("given")));
  }

  @Test
  void aBadLineFailsOrIsLeftOutWithItsOwnExitCode() throws Exception {
    Path file = write("bad", "1 2:1\nx 3:1\n0 3:y 4:1\n");
    assertFails(3, run("csr", "--features", 9, file, out), "bad-label", "--mode lenient");
    assertFails(3, run("csr", file, out), "bad-label", "--mode lenient");
    Recordio lenient = run("csr", "--mode", "lenient", file, out);
    assertEquals(5, lenient.code(), lenient.err());
    assertHas(lenient.err(), "repaired        bad-label 1, bad-value 1", "lines left out  1");
    assertEquals(2, made(out).rows());
    Path repaired = write("repaired", "0 3:y 4:1\n");
    assertEquals(0, run("csr", "--mode", "lenient", repaired, dir.resolve("all")).code());
  }

  @Test
  void bothBoundsHoldAndOptionsWinOverKeys() throws Exception {
    var text = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      text.append("1 1:1\n");
    }
    text.append("1").append(" 2:1".repeat(400)).append("\n");
    text.append("1").append(" 2:1".repeat(400)).append("\n");
    Path file = write("rows", text.toString());
    Recordio run =
        run(
            "csr",
            "-Drecordio.csr.shard-rows=3",
            "--shard-rows",
            10,
            "--shard-size",
            "5k",
            file,
            out);
    assertEquals(0, run.code(), run.err());
    List<Long> rows = made(out).shards().stream().map(CsrManifest.Shard::rows).toList();
    assertEquals(List.of(10L, 10L, 1L, 1L), rows);
    Path byKey = dir.resolve("by-key");
    assertEquals(0, run("csr", "-Drecordio.csr.shard-rows=21", file, byKey).code());
    assertEquals(2, made(byKey).shards().size());
  }

  @Test
  void groupsAreKeptWhenAskedFor() throws Exception {
    Path file = write("rank", "1 qid:1 1:1\n0 qid:1 1:1\n1 qid:2 1:1\n0 qid:2 1:1\n1 qid:2 1:1\n");
    Recordio run = run("csr", "--keep-groups", "--shard-rows", 3, file, out);
    assertEquals(0, run.code(), run.err());
    List<Long> rows = made(out).shards().stream().map(CsrManifest.Shard::rows).toList();
    assertEquals(List.of(2L, 3L), rows);
    assertTrue(made(out).hasQid());
  }

  @Test
  @Supports(
      row = "read LibSVM, LibFM, CSV, row blocks, formats of your own",
      engine = "command line")
  void layoutsAndFormats() throws Exception {
    Path csv = write("a.csv", "1,2.5,\n0,,3\n");
    Recordio text = run("csr", "--to", "libsvm", csv + "?format=csv&label_column=0", out);
    assertEquals(0, text.code(), text.err());
    assertHas(text.err(), "csv counts columns from 0");
    assertEquals("1 0:2.5\n0 1:3\n", new String(files(out).get("part-00000-00000.libsvm")));
    Path buffers = dir.resolve("buffers");
    Recordio buffer = run("csr", "--to", "dmatrix-3.1", write("b", "1 1:1\n"), buffers);
    assertHas(buffer.err(), "xgboost.DMatrix(\"" + buffers + "/part-00000-00000.buffer\")");
  }

  @Test
  void theAdviceForWideIndicesCanBeFollowed() throws Exception {
    Path file = write("wide", "1 4294967296:1\n");
    String key = "recordio.csr.rowblock.index-type=u64";
    assertFails(3, run("csr", "--to", "rowblock", file, out), "index 4294967296", "-D " + key);
    Recordio wide = run("csr", "--to", "rowblock", "-D", key, file, out);
    assertEquals(0, wide.code(), wide.err());
  }

  @Test
  void sideFilesAreCountedForCheckedAndPartOfTheFingerprint() throws Exception {
    Path file = write("a", "1 1:1\n0 2:1\n");
    Path weights = write("a.weight", "0.5\n2\n");
    Object[] csr = {"csr", "--if-changed", "--features", 9, file, out};
    Recordio run = run(csr);
    assertEquals(0, run.code(), run.err());
    assertHas(run.err(), "side files need it; an earlier `stats --sidecar auto` saves this pass");
    assertTrue(files(out).containsKey("part-00000-00000.weight.npy"));
    assertHas(run(csr).err(), "unchanged, reused");
    Files.writeString(weights, "0.5\n2\n3\n");
    Recordio wrong = run(csr);
    assertEquals(3, wrong.code(), wrong.err());
    assertHas(wrong.err(), "made anew: the input files", "a.weight");
    Files.delete(weights);
    assertEquals(0, run(csr).code());
    assertFalse(files(out).containsKey("part-00000-00000.weight.npy"));
  }

  @Test
  void wrongUse() throws Exception {
    Path file = write("a", "1 1:1\n");
    assertFails(2, run("csr", "--to", "orc", file, out), "it takes one of npz, dmatrix-1.6");
    assertFails(2, run("csr", "--features", -1, file, out), "--features is '-1'");
    assertFails(2, run("csr", "--shard-rows", -1, file, out), "--shard-rows");
    assertFails(2, run("csr", "--shard-size", -1, file, out), "--shard-size");
    assertFails(2, run("csr", file), "OUTPUT");
    assertFails(2, run("csr", file, ""), "the output '' is no path");
    assertFails(2, run("csr", file, "a:b"), "the output 'a:b' is no path");
    String key = "recordio.csr.deflate";
    assertFails(2, run("csr", "-D", key + "=yes", file, out), key + " is 'yes'; it takes true or");
    assertFails(3, run("csr", dir.resolve("nothing"), out), "nothing");
    assertFails(
        3, run("csr", write("wide", "1 18446744073709551615:1\n"), out), "18446744073709551615");
    Files.createDirectory(out);
    Recordio exists = run("csr", file, out);
    assertEquals(2, exists.code());
    assertHas(exists.err(), "output exists already: file:" + out);
    assertFalse(exists.err().contains("counting"), "said before the pass");
  }
}
