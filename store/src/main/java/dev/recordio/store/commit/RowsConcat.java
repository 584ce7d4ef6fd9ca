// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.RowsRef;
import dev.recordio.store.read.GroupScan;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.write.RowTableWriter;
import dev.recordio.store.write.RowsWriter;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.List;

/** Writes one row table instead of several; the records stay where they are. */
final class RowsConcat {
  private RowsConcat() {}

  /**
   * Writes the table.
   *
   * @param rows the store without deltas and deletions
   * @param fields the fields of the group
   * @param from the first id
   * @param to the one after the last
   */
  static RowsRef write(
      StoreWriting files,
      StoreTables tables,
      Manifest rows,
      List<FieldEntry> fields,
      long from,
      long to)
      throws IOException {
    var chunks = new ChunkList();
    try (var scan = new GroupScan(tables, rows, fields, from, to);
        var table =
            new RowTableWriter(
                files, RowsWriter.numbers(fields), RowsWriter.fixedBytes(fields), chunks)) {
      int[] words = new int[fields.size()];
      while (scan.next()) {
        for (int i = 0; i < scan.count(); i++) {
          int chunk = ChunkList.NONE;
          long offset = 0;
          for (int f = fields.size() - 1; f >= 0; f--) {
            words[f] = scan.word(f, i);
            if (!StoredWord.isAbsent(words[f])) {
              chunk = scan.places(f).chunk(i);
              offset = scan.places(f).offset(i);
            }
          }
          table.add(chunk == ChunkList.NONE ? chunk : tables.number(chunks, chunk), offset, words);
        }
      }
      return table.finish(from);
    }
  }
}
