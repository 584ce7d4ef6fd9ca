// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.layout.ChunkLayout;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.layout.ValueCodec;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.schema.FieldCodec;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.io.TempDir;

/** Files of record stores: tables and chunks; their records and splits as Writables. */
class StoreByteFuzzTest extends ByteFuzzTest {
  /** The name that each table gets. */
  private static final String TABLE = "0123456789abcdef0123456789abcdef";

  @TempDir java.nio.file.Path folder;
  private final Configuration conf = LocalFiles.raw();
  private final ValueCodec deflate = ValueCodec.of(FieldCodec.DEFLATE);
  private final byte[] plain = new byte[100];

  @Override
  protected List<ByteTarget> targets() throws IOException {
    var paths = new StorePaths(LocalFiles.path(folder));
    java.nio.file.Path table = java.nio.file.Path.of(paths.table(TABLE).toUri());
    Files.createDirectories(table.getParent());
    return List.of(
        ByteTarget.ofFile("store-table", 5_000, table, file -> table(paths, file))
            .mend(StoreByteFuzzTest::mendTable),
        ByteTarget.of("store-chunk", 300_000, StoreByteFuzzTest::chunk)
            .mend(StoreByteFuzzTest::mendFooter),
        ByteTarget.of("deflated-value", 200_000, this::inflate).refuses(IOException.class),
        ByteTarget.ofWritable("store-record", 300_000, StoreRecord::new),
        ByteTarget.ofWritable("store-split", 300_000, dev.recordio.mapreduce.store.StoreSplit::new),
        ByteTarget.ofWritable(
                "mapred-store-split", 100_000, dev.recordio.mapred.store.StoreSplit::new)
            .corpus("store-split"));
  }

  /** A table is opened with all of its blocks, as it is small. */
  private void table(StorePaths paths, Path file) throws IOException {
    long length = file.getFileSystem(conf).getFileStatus(file).getLen();
    try (var reader = new TableReader(new StoreTables(conf, paths))) {
      reader.open(new DeltaRef(TABLE, length, 1, 0, 0, 1));
    }
  }

  /** Mends the footer, the description, and the blocks if there is only one. */
  private static byte[] mendTable(byte[] bytes) {
    int footer = bytes.length - TableLayout.FOOTER_BYTES;
    long meta = footer < 0 ? -1 : LittleEndian.getLong(bytes, footer);
    if (meta >= TableLayout.HEADER_BYTES && meta + TableLayout.KIND_BYTES <= footer) {
      int block = TableLayout.HEADER_BYTES;
      boolean rows = LittleEndian.getInt(bytes, (int) meta) == TableLayout.Kind.ROWS.code();
      int head = rows ? 8 : 4; // before the checksum
      if (meta > block + head + 4) {
        var crc = new CRC32C();
        crc.update(bytes, block, head);
        crc.update(bytes, block + head + 4, (int) meta - block - head - 4);
        LittleEndian.putInt(bytes, block + head, (int) crc.getValue());
      }
      Mend.crc32c(bytes, (int) meta, footer, footer + 16);
    }
    return mendFooter(bytes);
  }

  private static byte[] mendFooter(byte[] bytes) {
    int footer = bytes.length - TableLayout.FOOTER_BYTES;
    Mend.crc32c(bytes, footer, footer + 24, footer + 24);
    return bytes;
  }

  private static void chunk(byte[] bytes) throws MalformedRecordException {
    if (bytes.length < ChunkLayout.HEADER_BYTES + ChunkLayout.FOOTER_BYTES) {
      throw new MalformedRecordException("cut", null, 0, -1, "a chunk", bytes.length + " bytes");
    }
    ChunkLayout.checkHeader(bytes, 0);
    ChunkLayout.footer(bytes, bytes.length - ChunkLayout.FOOTER_BYTES, bytes.length);
  }

  private void inflate(byte[] bytes) throws IOException {
    deflate.decompress(bytes, 0, bytes.length, plain, 0, plain.length);
  }
}
