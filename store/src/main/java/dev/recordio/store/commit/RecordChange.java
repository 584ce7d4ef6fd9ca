// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.IdRanges;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.Arrays;

/** A change of records that are there: it contradicts commits that changed one of them. */
abstract class RecordChange extends Change {
  private final long[] ids;

  /**
   * Creates a change.
   *
   * @param ids the ids of the records, ascending, each once
   */
  RecordChange(StoreTables tables, StoreWriting files, long[] ids) {
    super(tables, files);
    this.ids = ids;
  }

  final long[] ids() {
    return ids;
  }

  @Override
  final void check(Manifest other) throws IOException {
    Operation operation = other.operation();
    if (operation.name().equals(Operation.ALTER) || operation.name().equals(Operation.RENUMBER)) {
      throw new StoreConflictException(
          operation.name().equals(Operation.ALTER) ? "the fields changed" : "all ids changed",
          other.generation());
    }
    for (IdRanges.Range range : operation.ranges().ranges()) {
      int found = Arrays.binarySearch(ids, range.from());
      int first = found >= 0 ? found : -found - 1;
      if (first < ids.length && ids[first] < range.to()) {
        throw changed(ids[first], other);
      }
    }
    try (var reader = new TableReader(tables())) {
      check(new DeltaScan(reader, operation.deltas()), other);
    }
  }

  private void check(DeltaScan theirs, Manifest other) throws IOException {
    int i = 0;
    while (theirs.next()) {
      while (i < ids.length && ids[i] < theirs.id()) {
        i++;
      }
      if (i < ids.length && ids[i] == theirs.id()) {
        throw changed(ids[i], other);
      }
    }
  }

  private static StoreConflictException changed(long id, Manifest other) {
    return new StoreConflictException("id " + id + " changed", other.generation());
  }
}
