// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.npy.NpyHeader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrFixtures;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Shards as npz files: SciPy's bytes, its choice of widths, and what does not fit. */
class NpzShardEncoderTest {
  static final List<String> STORED = CsrFixtures.STORED;
  static final List<String> DEFLATED = CsrFixtures.DEFLATED;

  private static byte[] npz(CsrSource source, long columns, boolean deflate) throws IOException {
    return CsrFixtures.encode(
        out ->
            new NpzShardEncoder(deflate)
                .write(
                    new ShardRows(source, ShardShape.of(source), columns, null, false),
                    out::write));
  }

  @ParameterizedTest
  @FieldSource("STORED")
  void storedFilesAreThoseOfScipyByteForByte(String set) throws IOException {
    byte[] scipy = CsrFixtures.bytes(set + ".stored.npz");
    long columns = CsrFixtures.columns(set);
    assertArrayEquals(scipy, npz(CsrFixtures.rows(set), columns, false));
    assertArrayEquals(scipy, npz(CsrFixtures.rows(set, 1), columns, false), "a row a block");
    assertArrayEquals(scipy, npz(CsrFixtures.rows(set, 7), columns, false), "7 rows a block");
  }

  @ParameterizedTest
  @FieldSource("STORED")
  void checksumsTakenEarlyAreThoseOfThePass(String set) throws IOException {
    byte[] scipy = CsrFixtures.bytes(set + ".stored.npz");
    long columns = CsrFixtures.columns(set);
    for (int rows : new int[] {1, 7, 1000}) {
      CsrSource source = CsrFixtures.rows(set, rows);
      ShardShape shape = new NpzShardEncoder(false).newShape();
      source.pass(shape::add);
      byte[] early =
          CsrFixtures.encode(
              out ->
                  new NpzShardEncoder(false)
                      .write(new ShardRows(source, shape, columns, null, false), out::write));
      assertArrayEquals(scipy, early, rows + " rows a block");
    }
  }

  @Test
  void checksumsTakenEarlyAreComparedWithTheWrittenBytes() throws IOException {
    var block = new CsrBlock();
    block.addRow(1);
    block.add(3, 0.5f);
    ShardShape shape = new NpzShardEncoder(false).newShape();
    shape.add(block);
    block.values()[0] = 0.25f;
    var npz = new NpzShardEncoder(false);
    var rows = new ShardRows(CsrSource.of(block), shape, 4, null, false);
    assertThrows(IllegalStateException.class, () -> npz.write(rows, (chunk, offset, length) -> {}));
  }

  @ParameterizedTest
  @FieldSource("DEFLATED")
  void deflatedFilesHoldTheMembersOfScipyInItsOrder(String set) throws IOException {
    Map<String, byte[]> scipy = CsrFixtures.members(CsrFixtures.bytes(set + ".deflated.npz"));
    byte[] ours = npz(CsrFixtures.rows(set, 50), CsrFixtures.columns(set), true);
    Map<String, byte[]> members = CsrFixtures.members(ours);
    assertEquals(List.copyOf(scipy.keySet()), List.copyOf(members.keySet()));
    scipy.forEach((name, bytes) -> assertArrayEquals(bytes, members.get(name), name));
  }

  @Test
  void deflatedFilesOpenByTheirDirectory(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("a.npz");
    Files.write(file, npz(CsrFixtures.rows("real"), 300, true));
    try (var zip = new ZipFile(file.toFile())) {
      assertEquals(5, zip.size());
      byte[] data = zip.getInputStream(zip.getEntry("data.npy")).readAllBytes();
      assertEquals(NpyHeader.BYTES + 4 * 5153, data.length);
    }
    assertTrue(Files.size(file) < CsrFixtures.bytes("real.stored.npz").length);
  }

  @Test
  void indicesAreInt64FromTwoToThe31ColumnsOn() throws IOException {
    var block = new CsrBlock();
    block.addRow(1);
    block.add(7, 1);
    block.add(Integer.MAX_VALUE - 1, 2);
    CsrSource source = CsrSource.of(block);
    Map<String, byte[]> narrow = CsrFixtures.members(npz(source, Integer.MAX_VALUE, false));
    assertEquals(NpyHeader.BYTES + 8, narrow.get("indices.npy").length);
    Map<String, byte[]> wide = CsrFixtures.members(npz(source, 1L << 31, false));
    ByteBuffer indices = CsrFixtures.numbers(wide.get("indices.npy"));
    assertEquals(7, indices.getLong(0));
    assertEquals(Integer.MAX_VALUE - 1, indices.getLong(8));
    assertEquals(2, CsrFixtures.numbers(wide.get("indptr.npy")).getLong(8));
  }

  @Test
  void narrowAndWideBlocksMakeOneShard() throws IOException {
    var narrow = new CsrBlock();
    narrow.addRow(1);
    narrow.add(3, 1);
    var wide = new CsrBlock();
    wide.addRow(0);
    wide.add(1L << 40, 2);
    byte[] file = npz(CsrSource.of(narrow, wide), (1L << 40) + 1, false);
    ByteBuffer indices = CsrFixtures.numbers(CsrFixtures.members(file).get("indices.npy"));
    assertEquals(3, indices.getLong(0));
    assertEquals(1L << 40, indices.getLong(8));
  }

  @Test
  void columnsAreMadeToAscendAndDuplicatesStayInOrder() throws IOException {
    var block = new CsrBlock();
    block.addRow(1);
    block.add(5, 1);
    block.add(2, 2);
    block.add(5, 3);
    block.add(2, 4);
    block.add(0, 0);
    Map<String, byte[]> members = CsrFixtures.members(npz(CsrSource.of(block), 6, false));
    ByteBuffer indices = CsrFixtures.numbers(members.get("indices.npy"));
    ByteBuffer data = CsrFixtures.numbers(members.get("data.npy"));
    var seen = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      seen.add(indices.getInt(4 * i) + ":" + data.getFloat(4 * i));
    }
    assertEquals(List.of("0:0.0", "2:2.0", "2:4.0", "5:1.0", "5:3.0"), seen);
  }

  @Test
  void noRowsMakeAFileToo() throws IOException {
    Map<String, byte[]> members = CsrFixtures.members(npz(CsrSource.of(), 12, false));
    assertEquals(0, CsrFixtures.numbers(members.get("indptr.npy")).getInt(0));
    assertEquals(12, CsrFixtures.numbers(members.get("shape.npy")).getLong(8));
    assertEquals(NpyHeader.BYTES, members.get("data.npy").length);
  }

  @Test
  void anIndexThatIsNoColumnIsNamedWithItsRow() throws IOException {
    CsrSource source = CsrFixtures.rows("tiny", 2);
    var error = assertThrows(IllegalArgumentException.class, () -> npz(source, 3, false));
    assertTrue(
        error.getMessage().startsWith("column 3 (counted from 0) in row 0"), error::getMessage);
    assertTrue(error.getMessage().contains("at least 4"), error::getMessage);
    assertThrows(IllegalArgumentException.class, () -> npz(source, 1L << 63, false));
  }

  @Test
  void rowsThatChangeBetweenPassesAreAnError() throws IOException {
    CsrSource tiny = CsrFixtures.rows("tiny");
    int[] passes = {0};
    CsrSource changing =
        visitor ->
            tiny.pass(
                block -> {
                  block.labels()[0] = 5;
                  block.values()[1] = passes[0]++;
                  visitor.block(block);
                });
    assertThrows(IllegalStateException.class, () -> npz(changing, 4, false));
  }
}
