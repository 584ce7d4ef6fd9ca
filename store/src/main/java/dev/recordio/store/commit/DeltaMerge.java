// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.manifest.DeltaRef;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.write.DeltaWriter;
import dev.recordio.store.write.StoreWriting;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps through several deltas at once, in the order of ids: of entries with the same id the newest
 * delta's counts.
 */
public final class DeltaMerge implements Closeable {
  private final List<DeltaScan> scans = new ArrayList<>(); // the oldest first; null: at its end
  private DeltaScan current;

  /** Opens deltas, the oldest first. */
  public DeltaMerge(TableReader reader, List<DeltaRef> deltas) throws IOException {
    for (DeltaRef delta : deltas) {
      var scan = new DeltaScan(reader, delta);
      scans.add(scan.next() ? scan : null);
    }
  }

  /** Steps to the next id; false after the last one. */
  public boolean next() throws IOException {
    if (current != null) {
      long done = current.id();
      for (int i = 0; i < scans.size(); i++) {
        DeltaScan scan = scans.get(i);
        if (scan != null && scan.id() == done && !scan.next()) {
          scans.set(i, null);
        }
      }
    }
    current = null;
    for (DeltaScan scan : scans) {
      if (scan != null && (current == null || scan.id() <= current.id())) {
        current = scan;
      }
    }
    return current != null;
  }

  /** Returns the current entry: the newest of its id. */
  public DeltaScan entry() {
    return current;
  }

  /** Writes one delta instead of several; null when no entry is left. */
  static DeltaRef places(
      StoreWriting files,
      StoreTables tables,
      TableReader reader,
      List<DeltaRef> deltas,
      long length)
      throws IOException {
    var chunks = new ChunkList();
    try (var merge = new DeltaMerge(reader, deltas);
        var table = DeltaWriter.ofPlaces(files, chunks)) {
      while (merge.next()) {
        DeltaScan entry = merge.entry();
        int chunk = entry.chunk() < 0 ? ChunkList.NONE : tables.number(chunks, entry.chunk());
        table.add(entry.id(), chunk, entry.offset(), entry.word());
      }
      return table.finish(length);
    }
  }

  /** Writes one table of deleted ids instead of several; null when none is left. */
  static DeltaRef deletions(
      StoreWriting files, TableReader reader, List<DeltaRef> deletions, long length)
      throws IOException {
    try (var merge = new DeltaMerge(reader, deletions);
        var table = DeltaWriter.ofDeletions(files)) {
      while (merge.next()) {
        table.add(merge.entry().id());
      }
      return table.finish(length);
    }
  }

  @Override
  public void close() {
    scans.clear();
  }
}
