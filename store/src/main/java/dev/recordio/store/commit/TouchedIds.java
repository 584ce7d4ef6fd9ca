// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Operation;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import java.io.IOException;
import java.util.Arrays;

/** Finds out whether another commit changed one of the ids that a change touches. */
public final class TouchedIds {
  private TouchedIds() {}

  /**
   * Checks a commit of another writer.
   *
   * @param ids the ids that the change touches, ascending
   * @throws StoreConflictException when it changed one of them, or what ids and fields there are
   */
  public static void check(StoreTables tables, Manifest other, long[] ids) throws IOException {
    Operation operation = other.operation();
    if (operation.name().equals(Operation.ALTER) || operation.name().equals(Operation.RENUMBER)) {
      throw new StoreConflictException(
          operation.name().equals(Operation.ALTER) ? "the fields changed" : "all ids changed",
          other.generation());
    }
    for (Operation.IdRange range : operation.ranges()) {
      int first = lowerBound(ids, range.from());
      if (first < ids.length && ids[first] < range.to()) {
        throw changed(ids[first], other);
      }
    }
    try (var reader = new TableReader(tables)) {
      for (DeltaRef ref : operation.deltas()) {
        check(new DeltaScan(reader, ref), ids, other);
      }
    }
  }

  private static void check(DeltaScan theirs, long[] ids, Manifest other) throws IOException {
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

  private static int lowerBound(long[] ids, long id) {
    int found = Arrays.binarySearch(ids, id);
    return found >= 0 ? found : -found - 1;
  }

  private static StoreConflictException changed(long id, Manifest other) {
    return new StoreConflictException("id " + id + " changed", other.generation());
  }
}
