// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.npy.NpyHeader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.IndexType;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A shard's size is known before it is written, and so are the files beside it. */
class ShardEncoderTest {
  static final List<ShardEncoder> ENCODERS =
      List.of(
          new NpzShardEncoder(false),
          new DMatrixShardEncoder(DMatrixDialect.V1_6),
          new DMatrixShardEncoder(DMatrixDialect.V3_1),
          new RowBlockEncoder(IndexType.UINT32),
          new RowBlockEncoder(IndexType.UINT64),
          new LibSvmEncoder(0),
          new LibSvmEncoder(1));

  @ParameterizedTest
  @FieldSource("ENCODERS")
  void sizesAreThoseOfTheFiles(ShardEncoder encoder) throws IOException {
    ShardSizes.check(encoder);
  }

  @Test
  void wideNpzFilesAndZip64AreCounted() throws IOException {
    var npz = new NpzShardEncoder(false);
    long limit = ZipDirectory.ZIP64_LIMIT;
    for (long array :
        new long[] {limit / 3, limit / 2, limit, 3 * limit / 2, 2 * limit, 1L << 40}) {
      for (long near = -400; near <= 400; near++) {
        long entries = array / 4 + near;
        assertEquals(npzBytes(5, entries, 9), npz.bytes(counts(5, entries, 9)));
        assertEquals(npzBytes(entries, 5, 9), npz.bytes(counts(entries, 5, 9)));
      }
    }
    assertEquals(npzBytes(5, 6, 1L << 31), npz.bytes(counts(5, 6, 1L << 31)));
    assertEquals(npzBytes(5, 6, limit), npz.bytes(counts(5, 6, limit)));
  }

  private static ShardCounts counts(long rows, long entries, long columns) {
    return new ShardCounts(columns, 0, false, false).set(rows, entries, 0, 0);
  }

  /** Lays a file out, as its encoder does, from what the headers of its members take. */
  private static long npzBytes(long rows, long entries, long columns) {
    long width = Math.max(Math.max(rows, entries), columns) > Integer.MAX_VALUE ? 8 : 4;
    Map<String, Long> members = new LinkedHashMap<>();
    members.put("indices.npy", width * entries);
    members.put("indptr.npy", width * (rows + 1));
    members.put("format.npy", 3L);
    members.put("shape.npy", 16L);
    members.put("data.npy", 4 * entries);
    var directory = new ZipDirectory();
    long offset = 0;
    for (Map.Entry<String, Long> member : members.entrySet()) {
      long size = NpyHeader.BYTES + member.getValue();
      var entry = new ZipDirectory.Entry(member.getKey(), 0, 0, size, size, offset);
      directory.add(entry);
      offset += ZipDirectory.localHeader(entry).length + size;
    }
    return offset + directory.end(offset).length;
  }

  @Test
  void npzHasVectorsBesideItForAllThatRowsHave() throws IOException {
    var npz = new NpzShardEncoder(false);
    ShardRows plain = ShardSizes.sized(npz, ShardSizes.rows("tiny"), 0, false, false);
    assertEquals(List.of(".label.npy"), List.copyOf(npz.vectors(plain).keySet()));
    var block = new CsrBlock();
    block.addRow(1);
    block.add(3, 7, 1);
    ShardRows all = ShardSizes.sized(npz, block, 2, true, true);
    assertEquals(
        List.of(
            ".label.npy",
            ".weight.npy",
            ".qid.npy",
            ".group_ptr.npy",
            ".field.npy",
            ".base_margin.npy"),
        List.copyOf(npz.vectors(all).keySet()));
    var margins = new CrcDrain();
    npz.vectors(all).get(".base_margin.npy").write(margins);
    assertEquals(NpyHeader.BYTES + 2 * 4, margins.bytes());
    for (ShardEncoder other : ENCODERS.subList(1, ENCODERS.size())) {
      assertEquals(Map.of(), other.vectors(all), other.suffix());
    }
  }

  @Test
  void rowsThatALayoutHasNoFormForAreNamedByTheirPosition() throws IOException {
    var block = new CsrBlock();
    block.addRow(1);
    block.setPosition(5);
    block.setQid(1);
    block.addRow(Float.NaN);
    block.setPosition(77);
    block.setQid(-1);
    for (ShardEncoder encoder : ENCODERS) {
      if (Set.of(".npz", ".libsvm", ".tfrecord").contains(encoder.suffix())) {
        var error = assertThrows(MalformedRecordException.class, () -> encoder.check(block));
        assertEquals(77, error.offset());
        assertNull(error.path());
      } else {
        encoder.check(block);
      }
    }
  }
}
