// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.npy.NpyHeader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members of more than 4 GiB: 1.1 billion entries, of one block that is passed many times. */
@Tag("large")
class LargeNpzTest {
  private static final int ROWS_A_BLOCK = 1 << 12;
  private static final int ENTRIES_A_ROW = 1 << 8;
  private static final int BLOCKS = 1050;
  private static final long ENTRIES = (long) BLOCKS * ROWS_A_BLOCK * ENTRIES_A_ROW;

  private static CsrSource source() {
    var block = new CsrBlock();
    for (int r = 0; r < ROWS_A_BLOCK; r++) {
      block.addRow(r);
      for (int i = 0; i < ENTRIES_A_ROW; i++) {
        block.add(i, r + i);
      }
    }
    return visitor -> {
      for (int i = 0; i < BLOCKS; i++) {
        visitor.block(block);
      }
    };
  }

  @Test
  void storedMembersBeyond4GiBHaveTheirSizeAndCrc() throws IOException {
    long array = 4 * ENTRIES + NpyHeader.BYTES;
    var tally = new CrcDrain();
    CsrSource source = source();
    new NpzShardEncoder(false)
        .write(new ShardRows(source, ShardShape.of(source), ENTRIES_A_ROW, null, false), tally);
    long indptr = 4L * (BLOCKS * ROWS_A_BLOCK + 1) + NpyHeader.BYTES;
    long small = 131 + 144;
    long locals = 5 * (30 + 20) + names();
    // The end: five entries, sizes of two, offsets of four, the ZIP64 records.
    long end = 5 * 46 + names() + (4 + 16) + 3 * (4 + 8) + (4 + 24) + 56 + 20 + 22;
    assertEquals(2 * array + indptr + small + locals + end, tally.bytes());
    var counts = new ShardCounts(ENTRIES_A_ROW, 0, false, false);
    counts.set((long) BLOCKS * ROWS_A_BLOCK, ENTRIES, 0, 0);
    assertEquals(tally.bytes(), new NpzShardEncoder(false).bytes(counts));
  }

  private static long names() {
    return String.join(
            "", List.of("indices.npy", "indptr.npy", "format.npy", "shape.npy", "data.npy"))
        .length();
  }

  /** Deflated, the 8.4 GB are a file of a few dozen MB, which java.util.zip reads back. */
  @Test
  void deflatedMembersBeyond4GiBAreReadByTheirDirectory(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("large.npz");
    CsrSource source = source();
    try (OutputStream out = Files.newOutputStream(file)) {
      new NpzShardEncoder(true)
          .write(
              new ShardRows(source, ShardShape.of(source), ENTRIES_A_ROW, null, false), out::write);
    }
    try (var zip = new ZipFile(file.toFile());
        InputStream indices = zip.getInputStream(zip.getEntry("indices.npy"))) {
      long size = 4 * ENTRIES + NpyHeader.BYTES;
      assertEquals(size, zip.getEntry("indices.npy").getSize());
      assertEquals(size, zip.getEntry("data.npy").getSize());
      var tally = new CrcDrain();
      byte[] chunk = new byte[1 << 16];
      for (int got = indices.read(chunk); got > 0; got = indices.read(chunk)) {
        tally.drain(chunk, 0, got);
      }
      assertEquals(size, tally.bytes());
      assertEquals((int) zip.getEntry("indices.npy").getCrc(), tally.crc());
    }
  }
}
