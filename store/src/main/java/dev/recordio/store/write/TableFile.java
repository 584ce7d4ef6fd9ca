// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.write;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.write.StoreWriting.StoreFile;
import java.io.Closeable;
import java.io.IOException;

/** A table while it is written. Blocks first, then its description. */
final class TableFile implements Closeable {
  private final StoreWriting files;
  private final TableLayout.Kind kind;
  private final String name = StorePaths.newId();
  private StoreFile file;

  /** Prepares a table; its file is created with the first block. */
  TableFile(StoreWriting files, TableLayout.Kind kind) {
    this.files = files;
    this.kind = kind;
  }

  String name() {
    return name;
  }

  /** Returns the length of the file. */
  long length() {
    return file.length();
  }

  void block(byte[] bytes, int length) throws IOException {
    open();
    file.write(bytes, 0, length);
  }

  private void open() throws IOException {
    if (file == null) {
      file = files.table(name);
      byte[] header = new byte[TableLayout.HEADER_BYTES];
      TableLayout.putHeader(header, 0, kind);
      file.write(header, 0, header.length);
    }
  }

  /**
   * Writes the description, and closes the file.
   *
   * @param description without the kind
   * @param count the entries of the table
   */
  void finish(byte[] description, long count) throws IOException {
    open();
    byte[] meta = new byte[TableLayout.KIND_BYTES + description.length];
    LittleEndian.putInt(meta, 0, kind.code());
    System.arraycopy(description, 0, meta, TableLayout.KIND_BYTES, description.length);
    long at = file.length();
    file.write(meta, 0, meta.length);
    byte[] footer = new byte[TableLayout.FOOTER_BYTES];
    int checksum = TableLayout.checksum(meta, 0, meta.length);
    TableLayout.putFooter(footer, 0, new TableLayout.Footer(at, count, checksum, file.checksum()));
    file.write(footer, 0, footer.length);
    file.finish();
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
