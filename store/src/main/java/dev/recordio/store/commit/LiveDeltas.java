// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.DeltaRef;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.TableReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Steps through the deltas of a field, the newest entry of each id, without deleted records. */
final class LiveDeltas implements Closeable {
  private final DeltaMerge entries;
  private final DeltaMerge deletions;
  private boolean moreDeletions;

  LiveDeltas(TableReader reader, FieldEntry field, List<DeltaRef> deleted) throws IOException {
    entries = new DeltaMerge(reader, field.deltas());
    deletions = new DeltaMerge(reader, deleted);
    moreDeletions = deletions.next();
  }

  /** Steps to the next entry; false after the last one. */
  boolean next() throws IOException {
    while (entries.next()) {
      long id = entries.entry().id();
      while (moreDeletions && deletions.entry().id() < id) {
        moreDeletions = deletions.next();
      }
      if (!moreDeletions || deletions.entry().id() != id) {
        return true;
      }
    }
    return false;
  }

  /** Returns the current entry. */
  DeltaScan entry() {
    return entries.entry();
  }

  @Override
  public void close() throws IOException {
    try (entries) {
      deletions.close();
    }
  }
}
