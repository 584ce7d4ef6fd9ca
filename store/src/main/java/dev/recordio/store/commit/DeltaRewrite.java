// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.fs.gather.Gather;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.DeltaRef;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.write.DeltaWriter;
import dev.recordio.store.write.StoreWriting;
import dev.recordio.store.write.ValuesWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes one delta for each field of a group instead of several: without ids whose values become
 * rows, and with values of some chunks copied into new ones.
 */
final class DeltaRewrite implements Closeable {
  private static final int BATCH = 4096;

  private final StoreTables tables;
  private final Manifest base;
  private final RebalanceWork work;
  private final RebalanceTask task;
  private final StoreWriting files;
  private final List<FieldEntry> fields;
  private final List<DeltaWriter> writers = new ArrayList<>();
  private final ValuesWriter values;
  private final Gather gather;

  private final long[] ids = new long[BATCH];
  private final int[] chunks = new int[BATCH];
  private final long[] offsets = new long[BATCH];
  private final int[] words = new int[BATCH];
  private final boolean[] copied = new boolean[BATCH];
  private int size;

  DeltaRewrite(
      StoreTables tables,
      Manifest base,
      RebalanceWork work,
      RebalanceTask task,
      StoreWriting files) {
    this.tables = tables;
    this.base = base;
    this.work = work;
    this.task = task;
    this.files = files;
    fields = base.fieldsOf(task.group());
    values = new ValuesWriter(files, fields.get(0), base.chunkBytes());
    gather = new Gather(tables.conf(), tables.chunkPaths());
  }

  WrittenTables run(Runnable progress) throws IOException {
    for (FieldEntry field : fields) {
      var writer = DeltaWriter.ofPlaces(files, values.chunks());
      writers.add(writer);
      field(field, writer, progress);
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

  private void field(FieldEntry field, DeltaWriter writer, Runnable progress) throws IOException {
    try (var reader = new TableReader(tables)) {
      var deltas = new DeltaMerge(reader, field.deltas(), base.deletions());
      while (deltas.next()) {
        DeltaScan entry = deltas.entry();
        if (task.ids().contains(entry.id())) {
          continue;
        }
        ids[size] = entry.id();
        words[size] = entry.word();
        boolean absent = StoredWord.isAbsent(words[size]);
        chunks[size] = absent ? ChunkList.NONE : entry.chunk();
        offsets[size] = absent ? 0 : entry.offset();
        copied[size] = !absent && task.chunks().contains(tables.chunkName(chunks[size]));
        if (++size == BATCH) {
          flush(field, writer);
          progress.run();
        }
      }
      flush(field, writer);
    }
  }

  private void flush(FieldEntry field, DeltaWriter writer) throws IOException {
    int done = 0;
    while (done < size) {
      gather.clear();
      int end = done;
      while (end < size && (!copied[end] || request(end))) {
        end++;
      }
      gather.fetch();
      int range = 0;
      for (; done < end; done++) {
        if (copied[done]) {
          copy(field, done, gather.start(range++));
        } else if (chunks[done] != ChunkList.NONE) {
          chunks[done] = tables.number(values.chunks(), chunks[done]);
        }
        writer.add(ids[done], chunks[done], offsets[done], words[done]);
      }
    }
    size = 0;
  }

  private boolean request(int i) {
    return gather.add(chunks[i], offsets[i], StoredWord.space(words[i]));
  }

  private void copy(FieldEntry field, int i, int at) throws IOException {
    int space = StoredWord.space(words[i]);
    work.check(field, ids[i], chunks[i], offsets[i], gather.bytes(), at, words[i]);
    values.addStored(gather.bytes(), at, space);
    chunks[i] = values.chunk();
    offsets[i] = values.offset();
  }

  @Override
  public void close() throws IOException {
    try (values;
        gather) {
      for (DeltaWriter writer : writers) {
        writer.close();
      }
    }
  }
}
