// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.write.DeltaWriter;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps through several deltas at once, in the order of ids: of entries with the same id the newest
 * delta's counts. Memory: some blocks of each.
 */
public final class DeltaMerge {
  private final List<DeltaScan> scans = new ArrayList<>(); // the oldest first; null: at its end
  private final DeltaMerge deleted; // ids that are left out; null: none
  private boolean moreDeleted;
  private DeltaScan current;

  /** Opens deltas, the oldest first. */
  public DeltaMerge(TableReader reader, List<DeltaRef> deltas) throws IOException {
    this(reader, deltas, List.of());
  }

  /**
   * Opens deltas, the oldest first.
   *
   * @param deletions tables of ids that are left out
   */
  DeltaMerge(TableReader reader, List<DeltaRef> deltas, List<DeltaRef> deletions)
      throws IOException {
    for (DeltaRef delta : deltas) {
      var scan = new DeltaScan(reader, delta);
      scans.add(scan.next() ? scan : null);
    }
    deleted = deletions.isEmpty() ? null : new DeltaMerge(reader, deletions);
    moreDeleted = deleted != null && deleted.next();
  }

  /** Steps to the next id that is not left out; false after the last one. */
  public boolean next() throws IOException {
    while (step()) {
      while (moreDeleted && deleted.current.id() < current.id()) {
        moreDeleted = deleted.next();
      }
      if (!moreDeleted || deleted.current.id() != current.id()) {
        return true;
      }
    }
    return false;
  }

  private boolean step() throws IOException {
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

  /** Writes one table of deleted ids instead of several; null when none is left. */
  static DeltaRef deletions(
      StoreWriting files, TableReader reader, List<DeltaRef> deletions, long length)
      throws IOException {
    var merge = new DeltaMerge(reader, deletions);
    try (var table = DeltaWriter.ofDeletions(files)) {
      while (merge.next()) {
        table.add(merge.entry().id());
      }
      return table.finish(length);
    }
  }
}
