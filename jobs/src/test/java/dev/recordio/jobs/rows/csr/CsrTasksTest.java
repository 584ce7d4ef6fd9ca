// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.testing.Supports;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.mapreduce.Counters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The output is the same whatever the number of tasks, and its shards in order are the input. */
class CsrTasksTest extends CsrTestBase {
  static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> found) {
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach((name, bytes) -> assertArrayEquals(bytes, found.get(name), name));
  }

  /** Returns the rows of all shards as text. */
  private String text(Map<String, byte[]> files) throws Exception {
    var all = new ByteArrayOutputStream();
    for (CsrManifest.Shard shard : manifest().shards()) {
      all.write(files.get(shard.file()));
    }
    return all.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({"npz,640,5000,18000", "dmatrix-3.1,8000,18000,100000", "libsvm,8000,18000,100000"})
  void anyNumberOfTasks(String layout, long segment, long fewTasks, long fewerTasks)
      throws Exception {
    Path[] inputs = {
      copy("csr/rank_qid.libsvm"), put("empty", ""), put("b", "1 qid:77 3:1.5\n0 qid:78\n")
    };
    CsrConf.TO.set(conf, layout);
    CsrConf.SHARD_ROWS.set(conf, 31);
    cut(segment, 1); // 49 tasks for npz
    Map<String, byte[]> expected = csr(100, 0, inputs);
    for (long least : new long[] {fewTasks, fewerTasks, 1 << 20}) { // 7, 2, 1
      cut(segment, least);
      assertSame(expected, csr(100, 0, inputs));
    }
    long rows = 0;
    for (CsrManifest.Shard shard : manifest().shards()) {
      assertEquals(rows, shard.firstRow());
      assertTrue(shard.rows() <= 31);
      assertEquals(shard.bytes(), expected.get(shard.file()).length);
      var crc = new java.util.zip.CRC32C();
      crc.update(expected.get(shard.file()));
      assertEquals(String.format("%08x", crc.getValue()), shard.crc32c());
      rows += shard.rows();
    }
    assertEquals(302, rows);
    assertEquals(302, manifest().rows());
  }

  @Test
  void shardsInOrderAreTheInput() throws Exception {
    CsrConf.TO.set(conf, "libsvm");
    Path input = copy("libsvm/agaricus.txt.train");
    String whole = text(csr(127, 0, input));
    for (long[] sizes : new long[][] {{1 << 16, 1 << 17}, {12345, 1 << 20}, {1 << 17, 1}}) {
      cut(sizes[0], sizes[1]);
      CsrConf.SHARD_SIZE.set(conf, 50_000);
      assertEquals(whole, text(csr(127, 0, input)));
      assertTrue(manifest().shards().size() > 14);
      assertTrue(manifest().shards().stream().allMatch(shard -> shard.bytes() <= 50_000));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"npz", "dmatrix-1.6", "dmatrix-3.1", "rowblock", "libsvm"})
  void noShardIsLargerThanItsBound(String layout) throws Exception {
    CsrConf.TO.set(conf, layout);
    for (String set : List.of("rank_qid", "weighted")) {
      CsrConf.SHARD_SIZE.set(conf, 8000);
      csr(400, 0, copy("csr/" + set + ".libsvm"));
      List<CsrManifest.Shard> shards = manifest().shards();
      assertTrue(shards.size() > 2);
      for (CsrManifest.Shard shard : shards) {
        assertTrue(shard.bytes() <= 8000, () -> set + ' ' + shard);
      }
      long first = shards.get(0).bytes();
      CsrConf.SHARD_SIZE.set(conf, first - 1); // exact: one byte less is one row less
      csr(400, 0, dir.resolve("in").resolve(set + ".libsvm"));
      assertEquals(shards.get(0).rows() - 1, manifest().shards().get(0).rows());
      CsrConf.SHARD_SIZE.set(conf, first);
      csr(400, 0, dir.resolve("in").resolve(set + ".libsvm"));
      assertEquals(shards.get(0), manifest().shards().get(0));
    }
  }

  @Test
  @Supports(
      row = "CSR shards: npz, DMatrix 1.6 and 3.1, row blocks; groups, weights, side files",
      engine = "command line")
  void groupsAreNeverCut() throws Exception {
    var random = new Random(4);
    for (int round = 0; round < 3; round++) {
      var text = new StringBuilder();
      var groups = new ArrayList<Integer>();
      for (int g = 0; g < 40; g++) {
        int length = random.nextInt(5) == 0 ? 60 : 1 + random.nextInt(6);
        groups.add(length);
        for (int i = 0; i < length; i++) {
          text.append(i % 3).append(" qid:").append(g).append(" 1:").append(i + 0.5f).append('\n');
          text.append(random.nextInt(9) == 0 ? "\n# nothing\n" : "");
        }
      }
      int half = text.indexOf("\n", text.length() / 2) + 1; // within a group or not
      Path[] inputs = {put("a", text.substring(0, half)), put("b", text.substring(half))};
      CsrConf.KEEP_GROUPS.set(conf, true);
      CsrConf.SHARD_ROWS.set(conf, 10);
      CsrConf.TO.set(conf, "libsvm");
      cut(150 + 200 * round, 400); // groups longer than segments, and shorter
      Map<String, byte[]> files = csr(2, 0, inputs);
      String joined = text(files);
      cut(150 + 200 * round, 2000);
      assertSame(files, csr(2, 0, inputs));
      int next = 0;
      for (CsrManifest.Shard shard : manifest().shards()) {
        long rows = 0;
        int first = next;
        while (rows < shard.rows()) {
          rows += groups.get(next++);
        }
        assertEquals(shard.rows(), rows, "a shard ends with a group");
        assertTrue(rows <= 10 || next == first + 1, "a larger group is alone");
      }
      assertEquals(groups.size(), next);
      cut(1 << 20, 1);
      CsrConf.KEEP_GROUPS.set(conf, false);
      CsrConf.SHARD_ROWS.set(conf, 0);
      assertEquals(text(csr(2, 0, inputs)), joined);
    }
  }

  @Test
  void rowsThatDoNotFitMemoryWaitOnDisk() throws Exception {
    Path input = copy("libsvm/agaricus.txt.train");
    CsrConf.SHARD_ROWS.set(conf, 5000);
    Map<String, byte[]> expected = csr(127, 0, input);
    CsrConf.MEMORY.set(conf, 1);
    CsrJob job = job(127, 0, input);
    Counters counters = run(job);
    assertSame(expected, files(output()));
    assertTrue(counters.findCounter(CsrCounter.SPILLED_BYTES).getValue() > 500_000);
    assertEquals(6513, counters.findCounter(CsrCounter.ROWS).getValue());
    assertEquals(143286, counters.findCounter(CsrCounter.ENTRIES).getValue());
    assertEquals(2, counters.findCounter(CsrCounter.SHARDS).getValue());
    assertEquals(0, counters.findCounter(CsrCounter.OVERSIZED_SHARDS).getValue());
  }

  @Test
  void inputWithoutRowsIsAShardWithoutRows() throws Exception {
    Map<String, byte[]> files = csr(5, 0, put("comments", "# nothing\n\n"));
    Npz.Matrix matrix = Npz.read(files.get("part-00000-00000.npz"));
    assertEquals(0, matrix.rows());
    assertEquals(5, matrix.columns());
    assertEquals(List.of(0L), matrix.indptr());
    assertEquals(0, Npz.numbers(files.get("part-00000-00000.label.npy")).remaining());
    assertEquals(1, manifest().shards().size());
    assertEquals(0, manifest().rows());
    Map<String, byte[]> ofNoFile = csr(5, 0, put("none", ""));
    assertArrayEquals(files.get("part-00000-00000.npz"), ofNoFile.get("part-00000-00000.npz"));
  }
}
