// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.rows.SegmentConf;
import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Supports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Side files of the input are read with it, checked, and cut like the rows. */
@Supports(
    row = "CSR shards: npz, DMatrix 1.6 and 3.1, row blocks; groups, weights, side files",
    engine = "command line")
class SideFilesTest extends CsrTestBase {
  private static final String TEXT = "sidefiles.libsvm";

  private Path input(String... kinds) throws Exception {
    for (String kind : kinds) {
      copy("csr/" + TEXT + kind);
    }
    return copy("csr/" + TEXT);
  }

  private static String textOf(String name) throws Exception {
    return new String(reference("csr/" + name), StandardCharsets.UTF_8);
  }

  /** Equal except for values, which XGBoost read from the text and did not round correctly. */
  private static void assertAsXgboost(String name, byte[] written) throws Exception {
    byte[] expected = reference(name);
    assertEquals(expected.length, written.length);
    int pairs = expected.length - 8 * 1600;
    assertArrayEquals(Arrays.copyOf(expected, pairs), Arrays.copyOf(written, pairs));
    ByteBuffer found = ByteBuffer.wrap(written).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer wanted = ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = pairs; at < expected.length; at += 8) {
      assertEquals(wanted.getInt(at), found.getInt(at));
      float value = found.getFloat(at + 4);
      assertEquals(wanted.getFloat(at + 4), value, Math.ulp(value));
    }
  }

  @Test
  void dmatrixIsXgboosts() throws Exception {
    CsrConf.TO.set(conf, "dmatrix-1.6");
    assertAsXgboost(
        "csr/sidefiles.weight_margin.xgb-v1.7.4.buffer",
        csr(80, 0, input(".weight", ".base_margin")).get("part-00000-00000.buffer"));
    java.nio.file.Files.delete(dir.resolve("in").resolve(TEXT + ".weight"));
    assertAsXgboost(
        "csr/sidefiles.group_margin.xgb-v1.7.4.buffer",
        csr(80, 0, input(".group", ".base_margin")).get("part-00000-00000.buffer"));
    assertEquals(3, manifest().sources().size());
  }

  @Test
  void npzHasThemBesideIt() throws Exception {
    input(".weight", ".base_margin", ".group");
    Map<String, byte[]> files = csr(100, 0, dir.resolve("in")); // the folder: one input file
    assertEquals(
        Set.of(
            "_SUCCESS",
            "_csr.json",
            "part-00000-00000.npz",
            "part-00000-00000.label.npy",
            "part-00000-00000.weight.npy",
            "part-00000-00000.qid.npy",
            "part-00000-00000.group_ptr.npy",
            "part-00000-00000.base_margin.npy"),
        files.keySet());
    assertArrayEquals(
        reference("csr/weighted.weight.npy"),
        files.get("part-00000-00000.weight.npy")); // the same rows
    ByteBuffer groups = Npz.numbers(files.get("part-00000-00000.group_ptr.npy"));
    int end = 0;
    int at = 0;
    for (String size : textOf(TEXT + ".group").split("\n")) {
      assertEquals(end, groups.getInt(4 * at++));
      end += Integer.parseInt(size);
    }
    assertEquals(200, end);
    ByteBuffer margins = Npz.numbers(files.get("part-00000-00000.base_margin.npy"));
    at = 0;
    for (String margin : textOf(TEXT + ".base_margin").split("\n")) {
      assertEquals(Float.parseFloat(margin), margins.getFloat(4 * at++));
    }
    SegmentConf.SIDE_FILES.set(conf, "none");
    assertEquals(4, csr(100, 0, dir.resolve("in")).size());
  }

  @Test
  void theyAreCutAsTheRowsAre() throws Exception {
    Path input = input(".weight", ".base_margin", ".group");
    Map<String, byte[]> whole = csr(100, 0, input);
    CsrConf.KEEP_GROUPS.set(conf, true);
    CsrConf.SHARD_ROWS.set(conf, 45);
    cut(1500, 1);
    Map<String, byte[]> files = csr(100, 0, input);
    cut(1500, 6000);
    CsrTasksTest.assertSame(files, csr(100, 0, input));
    var rows = new ArrayList<Long>();
    manifest().shards().forEach(shard -> rows.add(shard.rows()));
    long sum = 0;
    for (String size : textOf(TEXT + ".group").split("\n")) {
      sum += Long.parseLong(size);
      if (sum == rows.get(0)) {
        rows.remove(0);
        sum = 0;
      }
    }
    assertTrue(rows.isEmpty(), "shards end with groups");
    for (String suffix : List.of(".weight.npy", ".base_margin.npy", ".qid.npy", ".label.npy")) {
      ByteBuffer expected = Npz.numbers(whole.get("part-00000-00000" + suffix));
      for (CsrManifest.Shard shard : manifest().shards()) {
        String name = shard.file().replace(".npz", suffix);
        ByteBuffer part = Npz.numbers(files.get(name));
        assertEquals(expected.slice(expected.position(), part.remaining()), part, name);
        expected.position(expected.position() + part.remaining());
      }
      assertFalse(expected.hasRemaining());
    }
  }

  @Test
  void severalFilesAndSeveralMargins() throws Exception {
    put("a", "1 1:1\n0 1:2\n1 1:3\n");
    put("a.base_margin", "0.5 1,-2\n# of no row\n1.5 2 -3\n2.5\t3 -4\n");
    put("a.group", "3\n");
    put("a.weight", "7\n"); // one per group
    put("b", "1 1:4\n0 1:5\n");
    put("b.base_margin", "3.5 4 -5\n\n4.5, 5, -6");
    put("b.group", "1\n1\n");
    put("b.weight", "8\n9\n");
    Map<String, byte[]> files = csr(2, 0, dir.resolve("in"));
    ByteBuffer margins = Npz.numbers(files.get("part-00000-00000.base_margin.npy"));
    String header =
        new String(
            files.get("part-00000-00000.base_margin.npy"), 10, 118, StandardCharsets.US_ASCII);
    assertHas(header, "(5, 3)");
    for (int r = 0; r < 5; r++) {
      assertEquals(r + 0.5f, margins.getFloat(12 * r));
      assertEquals(r + 1f, margins.getFloat(12 * r + 4));
      assertEquals(-r - 2f, margins.getFloat(12 * r + 8));
    }
    ByteBuffer qids = Npz.numbers(files.get("part-00000-00000.qid.npy"));
    ByteBuffer weights = Npz.numbers(files.get("part-00000-00000.weight.npy"));
    long[] groups = {0, 0, 0, 1, 2};
    for (int r = 0; r < 5; r++) {
      assertEquals(groups[r], qids.getLong(8 * r));
      assertEquals(7 + groups[r], weights.getFloat(4 * r));
    }
  }

  private static byte[] gzip(String text) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return packed.toByteArray();
  }

  /** Its query file was read as rows, one for each group. */
  @Test
  void lightGbmsFilesAreGroupsWeightsAndMargins() throws Exception {
    put("rank.train", "0 1:0.5 2:1\n1 1:0.25\n2 2:0.5\n0 1:1\n1 3:1\n");
    put("rank.train.query", "3\n2\n");
    put("rank.train.init", gzip("1\t2\n3\t4\n5\t6\n7\t8\n9\t10\n")); // not named .gz
    var e =
        assertThrows(
            dev.recordio.bytes.MalformedRecordException.class, () -> csr(4, 0, dir.resolve("in")));
    assertHas(e.getMessage(), "rank.train.init at offset 0");
    Files.move(dir.resolve("in/rank.train.init"), dir.resolve("in/rank.train.init.gz"));
    put("rank.train.weight.gz", gzip("1\n2\n3\n4\n5\n"));
    put("rank.train.position", "0\n1\n2\n0\n1\n");
    Path out = dir.resolve("made");
    Recordio run = ok("csr -q --index-base=0 {} {}", dir.resolve("in"), out);
    String in = "file:" + dir.resolve("in") + "/rank.train";
    String none = " (-D recordio.csr.side-files=none leaves them out)";
    assertEquals(
        List.of(
            "note: 4 side files are not read as rows: rank.train.init.gz, rank.train.position,"
                + " rank.train.query and others; csr reads the numbers of all except .position",
            "note: query groups of the rows are read from " + in + ".query" + none,
            "note: weights of the rows are read from " + in + ".weight.gz" + none,
            "note: base margins of the rows are read from " + in + ".init.gz" + none),
        run.err().lines().toList());
    Map<String, byte[]> files = files(out);
    String part = "part-00000-00000";
    assertEquals(4, Npz.numbers(files.get(part + ".weight.npy")).getFloat(12));
    ByteBuffer groups = Npz.numbers(files.get(part + ".group_ptr.npy"));
    assertEquals(List.of(0, 3, 5), List.of(groups.getInt(), groups.getInt(), groups.getInt()));
    assertEquals(10, Npz.numbers(files.get(part + ".base_margin.npy")).getFloat(36));
    assertEquals(5 * 4, Npz.numbers(files.get(part + ".label.npy")).remaining());
  }

  @Test
  void sideFileOfACompressedFileMayBeNamedAfterThePlainOne() throws Exception {
    put("a.libsvm.gz", gzip("1 1:1\n0 1:2\n"));
    put("a.libsvm.weight", "3\n4\n");
    Map<String, byte[]> files = csr(2, 0, dir.resolve("in"));
    assertEquals(4, Npz.numbers(files.get("part-00000-00000.weight.npy")).getFloat(4));
  }

  @Test
  void twoSideFilesOfOneKindAreRefused() throws Exception {
    put("a", "1 1:1\n");
    put("a.group", "1\n");
    put("a.query", "1\n");
    Exception e = assertThrows(BadInputException.class, () -> csr(2, 0, dir.resolve("in")));
    assertTrue(
        e.getMessage().startsWith("two side files of one kind for file:" + dir + "/in/a: "),
        e.getMessage());
  }

  private void refused(String expected) {
    Exception e = assertThrows(BadInputException.class, () -> job(2, 0, dir.resolve("in")));
    assertEquals(expected.replace("DIR", "file:" + dir.resolve("in")), e.getMessage());
  }

  @Test
  void countsThatDoNotFitAreNamed() throws Exception {
    put("a", "1 1:1\n0 1:2\n1 1:3\n");
    put("a.weight", "1\n2\n");
    refused("DIR/a.weight has 2 lines, but DIR/a has 3 rows: it takes one a row");
    put("a.weight", "1\n2\n3\n4\n5\n");
    refused("DIR/a.weight has 5 lines, but DIR/a has 3 rows: it takes one a row");
    put("a.group", "2\n");
    put("a.weight", "1\n2\n");
    refused(
        "DIR/a.weight has 2 weights for the 3 rows in 1 groups of DIR/a: give one a row or one a"
            + " group");
    put("a.weight", "1\n2\n3\n");
    refused("the groups of DIR/a.group hold 2 rows, but DIR/a has 3");
    put("a.group", "2\n2\n");
    refused("the groups of DIR/a.group hold 4 rows, but DIR/a has 3");
    put("a.group", "3\n");
    put("a.base_margin", "1\n1 2\n1\n");
    refused(
        "DIR/a.base_margin has a line of 2 numbers after lines of 1: give the same number of"
            + " margins for each row");
    put("a.base_margin", "1\n1\n1\n");
    put("b", "1 1:1\n");
    put("b.group", "1\n");
    put("b.weight", "1\n");
    refused(
        "no DIR/b.base_margin, while there is DIR/a.base_margin: give each input file one, or none"
            + " (-D recordio.csr.side-files=none)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "weight | 1/heavy | bad-value | 2, line 2: expected a number as value, found \"heavy\"",
        "weight | 1/nan | not a weight | 2, line 2: expected one finite number, a weight, found"
            + " \"nan\"",
        "weight | 1/1e40 | not a weight | 2, line 2: expected one finite number, a weight, found"
            + " \"1e40\"",
        "weight | 1 2/3 | not a weight | 2, line 1: expected one finite number, a weight, found"
            + " \"2\"",
        "base_margin | 1/0 inf | not a margin | 4, line 2: expected finite numbers, the base"
            + " margins of a row, found \"inf\"",
        "group | 1/.5 | not a group | 2, line 2: expected one whole number from 1 to 16777215, the"
            + " rows of a group, found \".5\"",
      })
  void invalidNumbersAreNamed(String kind, String text, String what, String rest) throws Exception {
    put("a", "1 1:1\n0 1:2\n");
    put("a." + kind, text.replace('/', '\n') + "\n");
    Exception e =
        assertThrows(
            dev.recordio.bytes.MalformedRecordException.class, () -> job(2, 0, dir.resolve("in")));
    assertEquals(
        what + ": file:" + dir.resolve("in") + "/a." + kind + " at offset " + rest, e.getMessage());
  }

  @Test
  void negativeWeightsAreKeptAndCounted() throws Exception {
    put("a", "1 1:1\n0 1:2\n");
    put("a.weight", "-1\n2\n");
    Map<String, byte[]> files = csr(3, 0, dir.resolve("in"));
    assertEquals(-1, Npz.numbers(files.get("part-00000-00000.weight.npy")).getFloat(0));
    assertEquals(1, manifest().malformed().get("negative-weight"));
  }

  @Test
  void weightsThatXgboostDoesNotTakeAreNamed() throws Exception {
    CsrConf.TO.set(conf, "dmatrix-3.1");
    put("a", "1 1:1\n0 1:2\n");
    put("a.weight", "1\n2\n");
    put("a.group", "2\n");
    var e =
        assertThrows(
            dev.recordio.jobs.run.error.JobFailedException.class,
            () -> run(job(2, 0, dir.resolve("in"))));
    assertEquals(dev.recordio.jobs.run.error.ExitCode.BAD_INPUT, e.exitCode());
    assertHas(e.getMessage(), "row 1 of the shard has weight 2.0");
  }
}
