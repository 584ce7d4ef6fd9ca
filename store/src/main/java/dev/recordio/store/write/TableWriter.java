// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.write;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.layout.TableMeta;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.write.StoreWriting.StoreFile;
import java.io.Closeable;
import java.io.IOException;

/** Writes a table, entry by entry: blocks first, then its description. */
abstract class TableWriter implements Closeable {
  final String name = StorePaths.newId();
  final ChunkList chunks;
  final byte[] block;

  private final StoreWriting files;
  private final TableLayout.Kind kind;
  private StoreFile file;
  private int inBlock;
  private long count;

  /**
   * Prepares a table; its file is created with the first block.
   *
   * @param chunks the chunks, by the numbers that entries are given with
   * @param blockBytes the bytes of a whole block
   */
  TableWriter(StoreWriting files, TableLayout.Kind kind, ChunkList chunks, int blockBytes) {
    this.files = files;
    this.kind = kind;
    this.chunks = chunks;
    block = new byte[blockBytes];
  }

  /** Returns the number of entries so far. */
  public final long count() {
    return count;
  }

  final int inBlock() {
    return inBlock;
  }

  final long length() {
    return file.length();
  }

  /** Completes a block; returns its bytes. */
  abstract int finishBlock(int entries);

  /** Ends an entry, which was put into the block. */
  final void endEntry() throws IOException {
    count++;
    if (++inBlock == TableLayout.BLOCK_ENTRIES) {
      flush();
    }
  }

  private void flush() throws IOException {
    int bytes = finishBlock(inBlock);
    if (file == null) {
      file = files.table(name);
      byte[] header = new byte[TableLayout.HEADER_BYTES];
      TableLayout.putHeader(header, 0, kind);
      file.write(header, 0, header.length);
    }
    file.write(block, 0, bytes);
    inBlock = 0;
  }

  /** Writes the description of a table that has entries, and closes the file. */
  final void finish(TableMeta description) throws IOException {
    if (inBlock > 0) {
      flush();
    }
    byte[] bytes = description.encode();
    byte[] meta = new byte[TableLayout.KIND_BYTES + bytes.length];
    LittleEndian.putInt(meta, 0, kind.code());
    System.arraycopy(bytes, 0, meta, TableLayout.KIND_BYTES, bytes.length);
    long at = file.length();
    file.write(meta, 0, meta.length);
    byte[] footer = new byte[TableLayout.FOOTER_BYTES];
    int checksum = TableLayout.checksum(meta, 0, meta.length);
    TableLayout.putFooter(footer, 0, new TableLayout.Footer(at, count, checksum, file.checksum()));
    file.write(footer, 0, footer.length);
    file.finish();
  }

  @Override
  public final void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
