// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.fs.gather.Gather;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.Places;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.read.ValueDecoder;
import dev.recordio.store.write.ChunkWriter;
import dev.recordio.store.write.DeltaWriter;
import dev.recordio.store.write.StoreWriting;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
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
  private final RebalanceTask task;
  private final StoreWriting files;
  private final List<FieldEntry> fields;
  private final List<DeltaWriter> writers = new ArrayList<>();
  private final ChunkWriter values;
  private final Gather gather;

  private final long[] ids = new long[BATCH];
  private final Places places = new Places(); // of values, where they are in deltas
  private final ValueDecoder decoder;
  private final boolean[] copied = new boolean[BATCH];
  private int size;

  DeltaRewrite(StoreTables tables, Manifest base, RebalanceTask task, StoreWriting files) {
    this.tables = tables;
    this.base = base;
    this.task = task;
    this.files = files;
    fields = base.fieldsOf(task.group());
    values = new ChunkWriter(files, fields, base.chunkBytes());
    gather = new Gather(tables.conf(), tables.chunkPaths());
    places.reset(BATCH);
    List<Places> ofAll = Collections.nCopies(fields.size(), places);
    decoder = new ValueDecoder(tables, fields, ofAll, i -> ids[i]);
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
    try (var reader = new TableReader(tables)) {
      var entry = new DeltaScan(reader, fields.get(f).deltas(), base.deletions());
      while (entry.next()) {
        if (task.ids().contains(entry.id())) {
          continue;
        }
        ids[size] = entry.id();
        int word = entry.word();
        boolean absent = StoredWord.isAbsent(word);
        places.set(size, absent ? ChunkList.NONE : entry.chunk(), entry.offset(), word);
        copied[size] = !absent && task.chunks().contains(tables.chunkName(entry.chunk()));
        if (++size == BATCH) {
          flush(f);
          progress.run();
        }
      }
      flush(f);
    }
  }

  private void flush(int f) throws IOException {
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
        int chunk = places.chunk(done);
        long offset = places.offset(done);
        if (copied[done]) {
          int at = gather.start(range++);
          decoder.check(f, done, gather.bytes(), at);
          values.addStored(gather.bytes(), at, StoredWord.space(places.word(done)));
          offset = values.endRecord();
          chunk = values.chunk();
        } else if (chunk != ChunkList.NONE) {
          chunk = tables.number(values.chunks(), chunk);
        }
        writers.get(f).add(ids[done], chunk, offset, places.word(done));
      }
    }
    size = 0;
  }

  private boolean request(int i) {
    return gather.add(places.chunk(i), places.offset(i), StoredWord.space(places.word(i)));
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
