// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.commit.RebalancePlan.RebalanceTask;
import dev.recordio.store.layout.ChunkLayout;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.IdRanges;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.GroupScan;
import dev.recordio.store.read.Places;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.StoredValues;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.write.ChunkWriter;
import dev.recordio.store.write.DeltaWriter;
import dev.recordio.store.write.RowsWriter;
import dev.recordio.store.write.StoreWriting;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

  /**
   * Writes one delta for each field of a group instead of several: without ids whose values become
   * rows, and with values of some chunks copied into new ones.
   */
  private static final class DeltaRewrite implements Closeable {
    private static final int BATCH = 4096;

    private final StoreTables tables;
    private final Manifest base;
    private final RebalanceTask task;
    private final StoreWriting files;
    private final List<FieldEntry> fields;
    private final List<DeltaWriter> writers = new ArrayList<>();
    private final ChunkWriter values;
    private final long[] ids = new long[BATCH];
    private final Places places = new Places(); // of values, where they are in deltas
    private int size;

    DeltaRewrite(StoreTables tables, Manifest base, RebalanceTask task, StoreWriting files) {
      this.tables = tables;
      this.base = base;
      this.task = task;
      this.files = files;
      fields = base.fieldsOf(task.group());
      values = new ChunkWriter(files, fields, base.chunkBytes());
      places.reset(BATCH);
    }

    WrittenTables run(Runnable progress) throws IOException {
      for (int f = 0; f < fields.size(); f++) {
        writers.add(DeltaWriter.ofPlaces(files, values.chunks()));
        field(f, progress);
      }
      values.finish(); // then the lengths of chunks, which tables note, are known
      Map<Integer, DeltaRef> deltas = new TreeMap<>();
      for (int f = 0; f < fields.size(); f++) {
        DeltaRef ref = writers.get(f).finish(base.length());
        if (ref != null) {
          deltas.put(fields.get(f).number(), ref);
        }
      }
      return new WrittenTables(0, Map.of(), deltas, files.files());
    }

    private void field(int f, Runnable progress) throws IOException {
      FieldEntry field = fields.get(f);
      try (var reader = new TableReader(tables);
          var stored = new StoredValues(tables, List.of(field), List.of(places), i -> ids[i])) {
        var copy = new Copy(f);
        var entry = new DeltaScan(reader, field.deltas(), base.deletions());
        while (entry.next()) {
          if (!task.ids().contains(entry.id())) {
            ids[size] = entry.id();
            places.set(size++, entry.chunk(), entry.offset(), entry.word());
          }
          if (size == BATCH) {
            stored.read(size, copy);
            size = 0;
            progress.run();
          }
        }
        stored.read(size, copy);
        size = 0;
      }
    }

    /**
     * Adds entries to the new delta of a field: with values that were copied, or where they are.
     */
    private final class Copy implements StoredValues.Taker {
      private final int field;

      Copy(int field) {
        this.field = field;
      }

      @Override
      public boolean reads(int chunk) {
        return task.chunks().contains(tables.chunkName(chunk));
      }

      @Override
      public void take(int i, int f, byte[] bytes, int at, int word) throws IOException {
        int chunk = places.chunk(i);
        long offset = places.offset(i);
        if (bytes != null) {
          values.addStored(bytes, at, StoredWord.space(word));
          offset = values.endRecord();
          chunk = values.chunk();
        } else if (!StoredWord.isAbsent(word)) {
          chunk = tables.number(values.chunks(), chunk);
        }
        writers.get(field).add(ids[i], chunk, offset, word);
      }
    }

    @Override
    public void close() throws IOException {
      try (values) {
        for (DeltaWriter writer : writers) {
          writer.close();
        }
      }
    }
  }
}
