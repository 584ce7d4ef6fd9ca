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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Command lines, output and results of {@code recordio csr}. */
class CsrCommandTest extends CsrTestBase {
  private Path out;

  @BeforeEach
  void nameOutput() {
    out = dir.resolve("out");
  }

  private CsrManifest made(Path folder) throws IOException {
    org.apache.hadoop.fs.Path path = LocalFiles.path(folder);
    return CsrManifest.read(path.getFileSystem(conf), path);
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
    Recordio counted = ok("csr {} {}", file, out);
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

    ok("stats --sidecar auto {}", file);
    Path kept = dir.resolve("kept");
    assertHas(
        run("csr {} {}", file, kept).err(),
        "taking rows and columns from what stats has kept: file:");
    Path given = dir.resolve("given");
    Recordio features = run("csr --features 127 {} {}", file, given);
    assertFalse(features.err().contains("counting") || features.err().contains("has kept"));
    for (String name : List.of("part-00000-00000.npz", "part-00000-00000.label.npy")) {
      assertArrayEquals(expected.get(name), files(kept).get(name), name);
      assertArrayEquals(expected.get(name), files(given).get(name), name);
    }
    Path auto = dir.resolve("auto");
    assertHas(
        run("csr --index-base auto {} {}", file, auto).err(),
        "index base 1 (auto: no index 0 in 143,286 entries); 126 columns",
        "what stats has kept");
    assertEquals("auto: no index 0 in 143,286 entries", made(auto).indexBaseReason());

    Files.writeString(file, "1 130:1\n", java.nio.file.StandardOpenOption.APPEND);
    assertHas(
        run("csr {} {}", file, dir.resolve("changed")).err(),
        "counting rows and columns first",
        "131 columns");
  }

  @Test
  void aBaseThatTheKeptStatisticsRuleOutIsAnErrorWithItsPlace() throws Exception {
    Path file = put("zero", "1 0:1\n");
    ok("stats --sidecar auto {}", file);
    assertFails(3, run("csr --index-base 1 {} {}", file, out), "zero-index", "zero at offset 2");
  }

  @Test
  void anIndexThatDoesNotFitIsNamedAndMakesNoOutput() throws Exception {
    Path file = put("a", "1 1:1\n0 2:1 9:4\n");
    assertFails(
        3,
        run("csr --features 9 {} {}", file, out),
        "index-too-large: file:" + file + " at offset 12, line 2",
        "9:4",
        "--features is 9");
    ok("csr --features 9 --index-base 1 {} {}", file, out);
    assertEquals(9, made(out).columns());
  }

  @Test
  void anIndexBeyondAllColumnsIsNamedWhileTheyAreCounted() throws Exception {
    Path file = put("a", "1 1:1\n0 9223372036854775807:4\n");
    assertFails(
        3,
        run("csr {} {}", file, out),
        "index-too-large: file:" + file + " at offset 8, line 2",
        "9223372036854775807:4",
        "csr writes columns below 2^63 - 1");
    ok("stats --sidecar auto {}", file);
    assertFails(3, run("csr {} {}", file, out), "the largest index is 9223372036854775807");
  }

  @Test
  void aQueryIdThatNpyCannotHoldIsNamedWithItsPlace() throws Exception {
    Path file = put("a", "1 qid:1 1:1\n0 qid:18446744073709551615 1:1\n");
    Recordio run = run("csr {} {}", file, dir.resolve("out"));
    assertFails(3, run, "a at offset 12");
    assertHas(run.err(), "query ids below 2^63", "found 18446744073709551615");
    ok("csr --to rowblock {} {}", file, dir.resolve("blocks"));
  }

  @Test
  void aLabelThatNoReaderOfTextTakesIsNotWritten() throws Exception {
    Path file = put("a", "1 1:1\nnan 1:1\n");
    Recordio run = run("csr --mode lenient --to libsvm {} {}", file, dir.resolve("out"));
    assertFails(3, run, "a at offset 6");
    assertHas(run.err(), "expected finite labels and weights");
    ok("csr --mode lenient {} {}", file, dir.resolve("npz"));
  }

  @Test
  void invalidSettingsAreReportedBeforeAnythingIsRead() throws Exception {
    Path file = put("a", "1 1:1\n");
    for (String wrong : List.of("?header=no", "?format=tsv")) {
      Recordio run = run("csr {} {}", file + wrong, out);
      assertFails(2, run);
      assertFalse(run.err().contains("counting"), run.err());
    }
    assertFails(2, run("csr -Dlibsvm.features=-4 {} {}", file, out), "libsvm.features is '-4'");
  }

  @Test
  void optionsMayBeWrittenInAnyCaseAndAreTheSameThen() throws Exception {
    Path file = put("a", "1 1:1\n");
    ok(
        "csr --to NPZ --mode Strict --index-base AUTO --format LibSVM"
            + " -Drecordio.csr.side-files=NONE {} {}",
        file,
        out);
    assertHas(
        run(
                "csr --if-changed --to=npz --mode=strict --index-base=auto --format=libsvm"
                    + " -Drecordio.csr.side-files=none {} {}",
                file,
                out)
            .err(),
        "unchanged, reused");
  }

  @Test
  void notesAndValuesReplacedBySideFilesAreReported() throws Exception {
    Path file = put("a", "1:-2 qid:2 1:1\n0:1 qid:1 1:1\n");
    assertHas(
        run("csr {} {}", file, out).err(),
        "notes       label-weight 2, negative-weight 1, qid-descends 1");
    put("a.weight", "1\n1\n");
    put("a.group", "1\n1\n");
    assertHas(
        run("csr {} {}", file, dir.resolve("side")).err(),
        "note: weights of the text are replaced by .weight files",
        "note: query ids of the text are replaced by .group files");
  }

  @Test
  void shardsHaveWeightsAllOrNone() throws Exception {
    Path plain = put("a", "1 qid:1 1:1\n0 qid:2 2:1\n");
    Path weighted = put("b", "1:3 1:1\n0:2 2:1\n");
    String line =
        "csr --mode=lenient --labels=first -Drecordio.csr.segment-size=24 --shard-rows=1 {};{} {}";
    ok(line, plain, weighted, out);
    Map<String, byte[]> files = files(out);
    float[] weights = {1, 1, 3, 2};
    for (int shard = 0; shard < 4; shard++) {
      String stem = made(out).shards().get(shard).file().replace(".npz", "");
      assertEquals(weights[shard], Npz.numbers(files.get(stem + ".weight.npy")).getFloat(0));
      assertTrue(files.containsKey(stem + ".qid.npy"));
    }
    Recordio given = run(line + " --features 3", plain, weighted, path("given")).ended(3);
    assertHas(given.err(), "mixed-weights: expected weights in all", "leave out --features");
    assertFalse(Files.exists(dir.resolve("given")));
  }

  @Test
  void aBadLineFailsOrIsLeftOutWithItsOwnExitCode() throws Exception {
    Path file = put("bad", "1 2:1\nx 3:1\n0 3:y 4:1\n");
    assertFails(3, run("csr --features 9 {} {}", file, out), "bad-label", "--mode lenient");
    assertFails(3, run("csr {} {}", file, out), "bad-label", "--mode lenient");
    Recordio lenient = run("csr --mode lenient {} {}", file, out).ended(5);
    assertHas(lenient.err(), "repaired        bad-label 1, bad-value 1", "lines left out  1");
    assertEquals(2, made(out).rows());
    Path repaired = put("repaired", "0 3:y 4:1\n");
    ok("csr --mode lenient {} {}", repaired, dir.resolve("all"));
  }

  @Test
  void bothBoundsHoldAndOptionsWinOverKeys() throws Exception {
    var text = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      text.append("1 1:1\n");
    }
    text.append("1").append(" 2:1".repeat(400)).append("\n");
    text.append("1").append(" 2:1".repeat(400)).append("\n");
    Path file = put("rows", text.toString());
    ok("csr -Drecordio.csr.shard-rows=3 --shard-rows 10 --shard-size 5k {} {}", file, out);
    List<Long> rows = made(out).shards().stream().map(CsrManifest.Shard::rows).toList();
    assertEquals(List.of(10L, 10L, 1L, 1L), rows);
    Path byKey = dir.resolve("by-key");
    ok("csr -Drecordio.csr.shard-rows=21 {} {}", file, byKey);
    assertEquals(2, made(byKey).shards().size());
  }

  @Test
  void groupsAreKeptWhenAskedFor() throws Exception {
    Path file = put("rank", "1 qid:1 1:1\n0 qid:1 1:1\n1 qid:2 1:1\n0 qid:2 1:1\n1 qid:2 1:1\n");
    ok("csr --keep-groups --shard-rows 3 {} {}", file, out);
    List<Long> rows = made(out).shards().stream().map(CsrManifest.Shard::rows).toList();
    assertEquals(List.of(2L, 3L), rows);
    assertTrue(made(out).hasQid());
  }

  @Test
  @Supports(
      row = "read LibSVM, LibFM, CSV, row blocks, formats of your own",
      engine = "command line")
  void layoutsAndFormats() throws Exception {
    Path csv = put("a.csv", "1,2.5,\n0,,3\n");
    assertHas(
        ok("csr --to libsvm {}?format=csv&label_column=0 {}", csv, out).err(),
        "csv counts columns from 0");
    assertEquals("1 0:2.5\n0 1:3\n", new String(files(out).get("part-00000-00000.libsvm")));
    Path buffers = dir.resolve("buffers");
    assertHas(
        run("csr --to dmatrix-3.1 {} {}", put("b", "1 1:1\n"), buffers).err(),
        "xgboost.DMatrix(\"" + buffers + "/part-00000-00000.buffer\")");
  }

  @Test
  void theAdviceForWideIndicesCanBeFollowed() throws Exception {
    Path file = put("wide", "1 4294967296:1\n");
    String key = "recordio.csr.rowblock.index-type=u64";
    assertFails(3, run("csr --to rowblock {} {}", file, out), "index 4294967296", "-D " + key);
    ok("csr --to rowblock -D {} {} {}", key, file, out);
  }

  @Test
  void sideFilesAreCountedForCheckedAndPartOfTheFingerprint() throws Exception {
    Path file = put("a", "1 1:1\n0 2:1\n");
    Path weights = put("a.weight", "0.5\n2\n");
    String csr = "csr --if-changed --features 9 {} {}";
    assertHas(
        ok(csr, file, out).err(),
        "side files need it; an earlier `stats --sidecar auto` saves this pass");
    assertTrue(files(out).containsKey("part-00000-00000.weight.npy"));
    assertHas(run(csr, file, out).err(), "unchanged, reused");
    Files.writeString(weights, "0.5\n2\n3\n");
    assertHas(run(csr, file, out).ended(3).err(), "made anew: the input files", "a.weight");
    Files.delete(weights);
    ok(csr, file, out);
    assertFalse(files(out).containsKey("part-00000-00000.weight.npy"));
  }

  @Test
  void wrongUse() throws Exception {
    Path file = put("a", "1 1:1\n");
    assertFails(2, run("csr --to orc {} {}", file, out), "it takes one of npz, dmatrix-1.6");
    assertFails(2, run("csr --features -1 {} {}", file, out), "--features is '-1'");
    assertFails(2, run("csr --shard-rows -1 {} {}", file, out), "--shard-rows");
    assertFails(2, run("csr --shard-size -1 {} {}", file, out), "--shard-size");
    assertFails(2, run("csr {}", file), "OUTPUT");
    assertFails(2, run("csr {} {}", file, ""), "the output '' is no path");
    assertFails(2, run("csr {} a:b", file), "the output 'a:b' is no path");
    String key = "recordio.csr.deflate";
    assertFails(2, run("csr -D {}=yes {} {}", key, file, out), key + " is 'yes'; it takes true or");
    assertFails(3, run("csr {} {}", dir.resolve("nothing"), out), "nothing");
    assertFails(
        3,
        run("csr {} {}", put("wide", "1 18446744073709551615:1\n"), out),
        "18446744073709551615");
    Files.createDirectory(out);
    Recordio exists = run("csr {} {}", file, out).ended(2);
    assertHas(exists.err(), "output exists already: file:" + out);
    assertFalse(exists.err().contains("counting"), "said before the pass");
  }
}
