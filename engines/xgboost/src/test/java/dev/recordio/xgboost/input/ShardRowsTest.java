// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.io.SparseRow;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.xgboost.testing.Models;
import dev.recordio.xgboost.testing.Text;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardRowsTest {
  @TempDir Path dir;

  private final Configuration conf = new Configuration();

  /** The rows of a worker, after its input has gone to its task. */
  private List<SparseRow> rows(WorkerInput input) throws IOException {
    var bytes = new ByteArrayOutputStream();
    input.write(new DataOutputStream(bytes));
    WorkerInput sent =
        WorkerInput.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertEquals(input, sent);
    var all = new ArrayList<SparseRow>();
    try (RowSource source = sent.open(conf, null)) {
      for (RowSource.Rows next = source.next(); next != null; next = source.next()) {
        all.addAll(rows(next.block()));
      }
    }
    return all;
  }

  private static List<SparseRow> rows(CsrBlock block) {
    var all = new ArrayList<SparseRow>();
    for (int i = 0; i < block.rows(); i++) {
      var row = new SparseRow();
      row.set(block, i);
      all.add(row);
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/rows/real.libsvm",
        "/rows/weighted.libsvm",
        "/rows/rank_qid.libsvm",
        "/fixtures/libsvm/agaricus.txt.test"
      })
  void workersTogetherHaveAllRowsInOrderHoweverManyTheyAre(String name) throws Exception {
    Path text = Models.copy(name, dir);
    Path shards = Models.csr(text, dir.resolve("npz"), "--shard-rows", "23");
    List<SparseRow> expected = rows(Text.rows(text));
    for (int workers : new int[] {1, 2, 3, 5, 8}) {
      var together = new ArrayList<SparseRow>();
      long least = Long.MAX_VALUE;
      long lastQid = -1;
      for (WorkerInput input : InputPlan.of(conf, shards.toString(), workers)) {
        List<SparseRow> own = rows(input);
        if (!own.isEmpty() && own.get(0).hasQid()) {
          assertTrue(own.get(0).qid() != lastQid, "a group is on one worker");
          lastQid = own.get(own.size() - 1).qid();
        }
        least = Math.min(least, own.size());
        together.addAll(own);
      }
      assertEquals(expected, together);
      assertTrue(least > expected.size() / workers / 2, least + " of " + expected.size());
    }
  }

  /** Groups that are longer than a shard, and than all shards of a worker. */
  @Test
  void aLongGroupIsOnOneWorker() throws Exception {
    Path text = dir.resolve("long.libsvm");
    var lines = new ArrayList<String>();
    for (int row = 0; row < 40; row++) {
      lines.add(row % 2 + " qid:" + (row < 3 ? 1 : row < 33 ? 2 : 3) + " " + row + ":1");
    }
    Files.write(text, lines);
    Path shards = Models.csr(text, dir.resolve("npz"), "--shard-rows", "5");
    List<WorkerInput> inputs = InputPlan.of(conf, shards.toString(), 4);
    assertEquals(List.of(33, 0, 0, 7), inputs.stream().map(input -> rowsOf(input).size()).toList());
    assertEquals(rows(Text.rows(text)).subList(0, 33), rows(inputs.get(0)));
  }

  private List<SparseRow> rowsOf(WorkerInput input) {
    try {
      return rows(input);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void deflatedShardsHaveTheSameRows() throws Exception {
    Path text = Models.copy("/rows/real.libsvm", dir);
    Path shards = Models.csr(text, dir.resolve("npz"), "-D", "recordio.csr.deflate=true");
    assertEquals(rows(Text.rows(text)), rows(InputPlan.of(conf, shards.toString(), 1).get(0)));
  }

  @Test
  void columnsOf2To31AndMoreAreRead() throws Exception {
    Path text = dir.resolve("wide.libsvm");
    Files.write(text, List.of("1 3:0.5 2147483647:2 9223372036854775000:3", "0", "1 7:4"));
    Path shards = Models.csr(text, dir.resolve("npz"));
    assertEquals(rows(Text.rows(text)), rows(InputPlan.of(conf, shards.toString(), 1).get(0)));
  }

  @Test
  void baseMarginsAreThoseOfTheRows() throws Exception {
    Path text = dir.resolve("m.libsvm");
    Files.write(text, List.of("1 1:1", "0 2:1", "1 3:1"));
    Files.write(dir.resolve("m.libsvm.base_margin"), List.of("0.5", "1.5", "2.5"));
    Path shards = Models.csr(text, dir.resolve("npz"));
    try (RowSource source = InputPlan.of(conf, shards.toString(), 1).get(0).open(conf, null)) {
      float[] margins = source.next().margins();
      assertEquals(List.of(0.5f, 1.5f, 2.5f), List.of(margins[0], margins[1], margins[2]));
    }
  }

  @Test
  void aShardWithAChangedByteIsAnErrorWithItsName() throws Exception {
    Path text = Models.copy("/rows/real.libsvm", dir);
    Path shards = Models.csr(text, dir.resolve("npz"));
    Path shard = shards.resolve("part-00000-00000.npz");
    byte[] bytes = Files.readAllBytes(shard);
    bytes[bytes.length / 3] ^= 1;
    Files.write(shard, bytes);
    Files.deleteIfExists(shards.resolve(".part-00000-00000.npz.crc"));
    WorkerInput input = InputPlan.of(conf, shards.toString(), 1).get(0);
    String message = assertThrows(MalformedRecordException.class, () -> rows(input)).getMessage();
    assertTrue(message.contains("part-00000-00000.npz"), message);
  }

  @Test
  void anotherLayoutOrAnIncompleteFolderIsAnError() throws Exception {
    Path text = Models.copy("/rows/real.libsvm", dir);
    Path other = Models.csr(text, dir.resolve("other"), "--to", "dmatrix-1.6");
    String message =
        assertThrows(InvalidSettingException.class, () -> InputPlan.of(conf, other.toString(), 1))
            .getMessage();
    assertTrue(message.endsWith("but npz is read: run csr --to npz"), message);
    Path half = Models.csr(text, dir.resolve("half"));
    Files.delete(half.resolve("_SUCCESS"));
    message =
        assertThrows(FileNotFoundException.class, () -> InputPlan.of(conf, half.toString(), 1))
            .getMessage();
    assertTrue(message.contains("is not complete"), message);
  }
}
