// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrFixtures;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.IndexType;
import dev.recordio.testing.Fixtures;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Saved row blocks: libdmlc's bytes, there and back; damaged ones. */
class RowBlockTest {
  static final List<String> SAVED =
      List.of("ok-basic-1based", "ok-binary-no-values", "ok-label-only-rows", "ok-weight-and-qid");

  private static RowBlockDecoder decoder(byte[] file, IndexType type) {
    var decoder = new RowBlockDecoder(type);
    decoder.begin(file, 0, file.length);
    return decoder;
  }

  private static byte[] file(IndexType type, boolean omitOnes, CsrSource... containers)
      throws IOException {
    return CsrFixtures.encode(
        out -> {
          var encoder = new RowBlockEncoder(type);
          for (CsrSource rows : containers) {
            encoder.write(rows, ShardShape.of(rows), omitOnes, out::write);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "tiny, u32, false",
    "tiny, u64, false",
    "weighted, u32, false",
    "weighted, u64, false",
    "rank_qid, u64, false",
    "mushroomlike_novalue, u32, true"
  })
  void cachesAreThoseOfLibdmlcByteForByte(String set, String suffix, boolean omitOnes)
      throws IOException {
    byte[] cache = CsrFixtures.bytes(set + ".dmlc-rowblock-" + suffix + ".cache");
    IndexType type = suffix.equals("u32") ? IndexType.UINT32 : IndexType.UINT64;
    var saved = new CsrBlock();
    assertTrue(decoder(cache, type).next(saved));
    assertArrayEquals(cache, file(type, omitOnes, CsrSource.of(saved)));
    CsrSource blocks = withNumbersOf(saved, CsrFixtures.rows(set, 9));
    assertArrayEquals(cache, file(type, omitOnes, blocks), "from the rows themselves");
  }

  /** libdmlc does not round to the nearest float: takes its numbers, at most one ulp away. */
  private static CsrSource withNumbersOf(CsrBlock saved, CsrSource rows) throws IOException {
    return visitor -> {
      int[] done = {0, 0};
      rows.pass(
          block -> {
            near(saved.weights(), done[0], block.weights(), block.rows());
            near(saved.values(), done[1], block.values(), block.entries());
            done[0] += block.rows();
            done[1] += block.entries();
            visitor.block(block);
          });
    };
  }

  private static void near(float[] theirs, int from, float[] ours, int count) {
    for (int i = 0; i < count; i++) {
      assertEquals(ours[i], theirs[from + i], Math.ulp(ours[i]));
      ours[i] = theirs[from + i];
    }
  }

  @ParameterizedTest
  @FieldSource("SAVED")
  void savedBlocksAreReadAsLibdmlcReadsThemAndWrittenAgain(String name) throws IOException {
    byte[] saved = Fixtures.bytes("rowblock/" + name + ".rowblock");
    var block = new CsrBlock();
    RowBlockDecoder decoder = decoder(saved, IndexType.UINT32);
    assertTrue(decoder.next(block));
    assertEquals(saved.length, decoder.offset());
    List<String> lines = Fixtures.lines("rowblock/" + name + ".rowblock.csr");
    assertEquals(
        lines,
        IntStream.range(0, block.rows())
            .mapToObj(r -> line(block, r, name.contains("no-values")))
            .toList());
    assertArrayEquals(saved, file(IndexType.UINT32, true, CsrSource.of(block)));
    assertFalse(decoder.next(block));
    assertEquals(0, block.rows());
  }

  private static String line(CsrBlock block, int row, boolean noValues) {
    var line = new StringBuilder(hex(block.labels()[row]));
    line.append('\t').append(block.hasWeight() ? hex(block.weights()[row]) : "-");
    line.append('\t').append(block.hasQid() ? Long.toString(block.qids()[row]) : "-");
    line.append('\t').append(block.offset(row + 1) - block.offset(row)).append('\t');
    for (int i = block.offset(row); i < block.offset(row + 1); i++) {
      line.append(i > block.offset(row) ? " " : "").append(block.index(i)).append(':');
      line.append(noValues ? "-" : hex(block.values()[i]));
    }
    return line.toString();
  }

  private static String hex(float number) {
    return String.format("%08x", Float.floatToRawIntBits(number));
  }

  @Test
  void containersFollowEachOtherWithFieldsAndWideIndices() throws IOException {
    var first = new CsrBlock();
    first.addRow(1);
    first.add(4, 1L << 50, 2f);
    first.add(-1, 3, 1f);
    CsrSource second = CsrFixtures.rows("rank_qid");
    byte[] file = file(IndexType.UINT64, false, CsrSource.of(first), second);
    RowBlockDecoder decoder = decoder(file, IndexType.UINT64);
    var block = new CsrBlock();
    assertTrue(decoder.next(block));
    assertEquals(1L << 50, block.index(0));
    assertEquals(4, block.fields()[0]);
    assertEquals(-1, block.fields()[1]);
    assertTrue(decoder.next(block));
    assertFalse(block.hasField());
    assertArrayEquals(
        file(IndexType.UINT64, false, second), file(IndexType.UINT64, false, CsrSource.of(block)));
    assertFalse(decoder.next(block));
  }

  @Test
  void blocksWithoutFieldsGetZerosWhenOthersHaveThem() throws IOException {
    var fielded = new CsrBlock();
    fielded.addRow(1);
    fielded.add(7, 5, 2f);
    CsrSource rows = CsrFixtures.rows("real");
    for (IndexType type : IndexType.values()) {
      CsrSource both =
          visitor -> {
            rows.pass(visitor);
            visitor.block(fielded);
          };
      byte[] file = file(type, false, both);
      var block = new CsrBlock();
      assertTrue(decoder(file, type).next(block));
      assertEquals(5154, block.entries());
      assertEquals(0, block.fields()[5152]);
      assertEquals(7, block.fields()[5153]);
    }
  }

  @Test
  void everyCutIsFoundAndItsOffsetIsInTheFile() throws IOException {
    byte[] whole = CsrFixtures.bytes("tiny.dmlc-rowblock-u32.cache");
    for (int cut = 1; cut < whole.length; cut++) {
      byte[] file = Arrays.copyOf(whole, cut);
      var error =
          assertThrows(
              MalformedRecordException.class,
              () -> decoder(file, IndexType.UINT32).next(new CsrBlock()));
      assertEquals("truncated row block", error.what());
      assertTrue(error.offset() >= 0 && error.offset() <= cut, error::getMessage);
    }
  }

  @Test
  void theWrongIndexTypeIsAnErrorThatAsksForIt() {
    byte[] wide = CsrFixtures.bytes("weighted.dmlc-rowblock-u64.cache");
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> decoder(wide, IndexType.UINT32).next(new CsrBlock()));
    assertTrue(error.getMessage().contains("index type"), error::getMessage);
    byte[] narrow = CsrFixtures.bytes("weighted.dmlc-rowblock-u32.cache");
    assertThrows(
        MalformedRecordException.class,
        () -> decoder(narrow, IndexType.UINT64).next(new CsrBlock()));
  }

  @Test
  void arraysThatContradictEachOtherAreErrorsAtTheirPlace() {
    assertBroken(0, Long.BYTES, -1L, 0); // offsets beyond the file
    assertBroken(8, Long.BYTES, 1L, 8); // the first offset
    assertBroken(24, Long.BYTES, 1L, 24); // an offset that decreases
    assertBroken(176, Integer.BYTES, 2L, 176); // the largest index
  }

  private static void assertBroken(int at, int width, long number, long offset) {
    byte[] file = CsrFixtures.bytes("tiny.dmlc-rowblock-u32.cache");
    for (int i = 0; i < width; i++) {
      file[at + i] = (byte) (number >>> 8 * i);
    }
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> decoder(file, IndexType.UINT32).next(new CsrBlock()));
    assertEquals(offset, error.offset(), error::getMessage);
  }

  @Test
  void anIndexBeyond32BitsIsNamed() {
    var block = new CsrBlock();
    block.addRow(1);
    block.add(1L << 32, 1);
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () -> file(IndexType.UINT32, false, CsrSource.of(block)));
    assertTrue(error.getMessage().startsWith("index 4294967296 in row 0"), error::getMessage);
  }
}
