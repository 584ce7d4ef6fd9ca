// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.rows.shard.Layout;
import dev.recordio.jobs.rows.shard.ShardResult;
import dev.recordio.jobs.run.local.OwnLocalFileSystem;
import dev.recordio.jobs.testing.Recordio;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On the process's own local files, columns are counted as shards are written. */
class CsrOnePassTest extends CsrTestBase {
  @BeforeEach
  void ownLocalFiles() {
    conf.setClass("fs.file.impl", OwnLocalFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    cut(40, 1); // 3 segments
  }

  private Path input() throws Exception {
    return put("in", "1 1:1\n0 2:0.5 3:1\n1 1:2\n0 2:0.25 3:4\n1 70000:2 70001:1\n0 9:1\n1 5:1\n");
  }

  @ParameterizedTest
  @EnumSource(
      value = Layout.class,
      names = {"NPZ", "DMATRIX_3_1", "LIBSVM"})
  void givesTheBytesOfAJobWithGivenColumns(Layout layout) throws Exception {
    assertCountedIsGiven(layout, input(), 70002);
  }

  /** The last column is empty in all rows. */
  @ParameterizedTest
  @EnumSource(value = Layout.class, mode = EnumSource.Mode.EXCLUDE, names = "ELWC")
  void aTableHasTheColumnsOfItsCells(Layout layout) throws Exception {
    Path table = put("a.csv", "y,a,b,c\n" + "1,0.5,2,\n0,1,,\n".repeat(6));
    String input = table + "?format=csv&label_column=0";
    assertCountedIsGiven(layout, input, 3);
    if (layout == Layout.NPZ) {
      byte[] shard = files(dir.resolve("counted")).get("part-00000-00000.npz");
      assertEquals(3, Npz.read(shard).columns());
    }
  }

  private void assertCountedIsGiven(Layout layout, Object input, long columns) throws Exception {
    Path counted = dir.resolve("counted");
    Path given = dir.resolve("given");
    Recordio run = csr(counted, "--to {} --shard-rows 2 {}", layout, input).ended(0);
    assertEquals(layout.needsColumns(), run.err().contains("counting"), run.err());
    csr(given, "--to {} --shard-rows 2 --features {} {}", layout, columns, input).ended(0);
    Map<String, byte[]> expected = files(given);
    Map<String, byte[]> found = files(counted);
    assertEquals(expected.keySet(), found.keySet());
    JsonNode manifest =
        JsonFiles.tree(JsonFiles.ofLine(new String(found.get("_csr.json")), JsonNode.class));
    assertEquals(columns, manifest.get("columns").asLong());
    assertTrue(manifest.get("shards").size() > 3);
    for (JsonNode shard : manifest.get("shards")) {
      var crc = new CRC32C();
      crc.update(found.get(shard.get("file").asText()));
      String hex = HexFormat.of().toHexDigits((int) crc.getValue());
      assertEquals(hex, shard.get("crc32c").asText(), shard.toString());
    }
    expected.forEach(
        (name, bytes) -> {
          if (!name.equals("_csr.json")) {
            assertArrayEquals(bytes, found.get(name), name);
          }
        });
  }

  @Test
  void columnsBeyondTheNumbersOfNarrowArraysAreCountedFirst() throws Exception {
    Path out = dir.resolve("out");
    assertHas(
        csr(out, "{}", put("in", "1 1:1\n0 2147483647:1\n")).ended(0).err(),
        "counting rows and columns first",
        "2,147,483,648 columns (counted)");
    Path given = dir.resolve("given");
    csr(given, "--features {} {}", 1L << 31, path("in/in")).ended(0);
    assertArrayEquals(
        files(given).get("part-00000-00000.npz"), files(out).get("part-00000-00000.npz"));
  }

  @Test
  void whatFailsOtherwiseFailsOnce() throws Exception {
    Path out = dir.resolve("out");
    String file = put("in", "1 1:1\n0 x:1\n").toString();
    Recordio run = run("csr {} {}", file, out).ended(3);
    assertHas(run.err(), "bad-index: file:" + file + " at offset 8");
    assertFalse(run.err().contains("counting"), run.err());
    assertFalse(Files.exists(out));
  }

  @Test
  void noRowsAreNoColumns() throws Exception {
    Path out = dir.resolve("out");
    csr(out, "{}", put("in", "")).ended(0);
    assertEquals(
        0,
        JsonFiles.ofLine(Files.readString(out.resolve("_csr.json")), CsrManifest.class).columns());
  }

  @Test
  void aStampDoneAgainChangesNothing() throws Exception {
    Path given = dir.resolve("given");
    csr(given, "--features 70002 {}", input()).ended(0);
    Map<String, byte[]> before = files(given);
    ShardResult shard =
        new ShardResult(
            "part-00000-00000",
            ".npz",
            Map.of(),
            2,
            3,
            1,
            3,
            before.get("part-00000-00000.npz").length,
            7,
            false,
            false,
            null);
    assertEquals(
        shard, new ColumnsStamp(9).put(given.resolve("part-00000-00000.npz").toFile(), shard));
    assertArrayEquals(before.get("part-00000-00000.npz"), files(given).get("part-00000-00000.npz"));
  }
}
