// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.ChunkLayout;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.IdRanges;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.read.GroupScan;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.write.RowsWriter;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Does a task of a rebalance: copies values that are live into new chunks. Each is checked by its
 * CRC32C before. Memory: a batch of values.
 */
public final class RebalanceWork {
  private final StoreTables tables;
  private final Manifest base;

  /**
   * Creates the worker.
   *
   * @param base the generation that the tasks were made for
   */
  public RebalanceWork(StoreTables tables, Manifest base) {
    this.tables = tables;
    this.base = base;
  }

  /**
   * Does a task.
   *
   * @param files notes the files; to be discarded when this fails
   * @param progress is called now and then
   */
  public WrittenTables run(RebalanceTask task, StoreWriting files, Runnable progress)
      throws IOException {
    List<FieldEntry> fields = base.fieldsOf(task.group());
    if (task.deltas()) {
      try (var rewrite = new DeltaRewrite(tables, base, task, files)) {
        return rewrite.run(progress);
      }
    }
    long limit = chunkLimit(task, fields);
    try (var rows = new RowsWriter(files, fields, limit)) {
      for (IdRanges.Range range : task.ids().ranges()) {
        try (var scan = new GroupScan(tables, base, fields, range.from(), range.to())) {
          while (scan.next()) {
            copy(task, scan, fields, rows);
            progress.run();
          }
        }
      }
      RowsRef ref = rows.finish(0);
      return new WrittenTables(
          rows.count(),
          ref == null ? Map.of() : Map.of(task.group(), ref),
          Map.of(),
          files.files());
    }
  }

  private void copy(RebalanceTask task, GroupScan scan, List<FieldEntry> fields, RowsWriter rows)
      throws IOException {
    scan.read(
        (i, field, bytes, at, word) -> {
          if (StoredWord.isAbsent(word)) {
            if (task.closeUp() && scan.isDeleted(i)) {
              return;
            }
            rows.addAbsent();
          } else {
            rows.addStored(bytes, at, word);
          }
          if (field == fields.size() - 1) {
            rows.endRecord();
          }
        });
  }

  /**
   * Returns how large chunks become so that they are about equally large: the last one would be a
   * small one else, which is to be rewritten again.
   */
  private long chunkLimit(RebalanceTask task, List<FieldEntry> fields) throws IOException {
    long all = 0;
    long most = 0;
    for (IdRanges.Range range : task.ids().ranges()) {
      try (var scan = new GroupScan(tables, base, fields, range.from(), range.to())) {
        while (scan.next()) {
          for (int i = 0; i < scan.count(); i++) {
            long record = 0;
            for (int f = 0; f < fields.size(); f++) {
              record += StoredWord.space(scan.word(f, i));
            }
            all += record;
            most = Math.max(most, record);
          }
        }
      }
    }
    long frame = ChunkLayout.HEADER_BYTES + ChunkLayout.FOOTER_BYTES;
    long room = Math.max(1, base.chunkBytes() - frame);
    long chunks = Math.max(1, (all + room - 1) / room);
    return Math.min(base.chunkBytes(), (all + chunks - 1) / chunks + most + frame);
  }
}
