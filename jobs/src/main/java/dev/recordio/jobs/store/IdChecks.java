// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.store.Snapshot;
import dev.recordio.store.read.PlaceLookup;
import java.io.IOException;
import java.util.Arrays;

/** What is found out about ids before anything is written. */
final class IdChecks {
  private static final int BATCH = 1 << 16;

  private IdChecks() {}

  /**
   * Checks that all ids are in the store.
   *
   * @throws BadInputException when one is not
   */
  static void requireWithin(Ids ids, long length) throws BadInputException {
    for (long i = 0; i < ids.count(); i++) {
      long id = ids.get(i);
      if (id < 0 || id >= length) {
        throw new BadInputException(
            "id "
                + id
                + " is out of range: the store has "
                + length
                + " records"
                + (length == 0 ? "" : ", 0 to " + (length - 1))
                + (id < 0 ? "; only --slice counts negative ones from the end" : ""),
            null);
      }
    }
  }

  /**
   * Returns the ids in an array.
   *
   * @throws BadInputException when one is there twice
   */
  static long[] distinct(Ids ids) throws BadInputException {
    if (ids.count() > Integer.MAX_VALUE - 16) {
      throw new BadInputException(ids.count() + " ids at a time are too many", null);
    }
    long[] all = ids.piece(0, Integer.MAX_VALUE - 16);
    long[] sorted = all.clone();
    Arrays.sort(sorted);
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        throw new BadInputException("id " + sorted[i] + " is given twice", null);
      }
    }
    return all;
  }

  /** Counts the ids of deleted records, each as often as it is in the list. */
  static long deleted(Snapshot snapshot, Ids ids) throws IOException {
    return deleted(snapshot, ids, false);
  }

  /**
   * Checks that no record is deleted.
   *
   * @throws BadInputException when one is
   */
  static void requireLive(Snapshot snapshot, Ids ids) throws IOException {
    deleted(snapshot, ids, true);
  }

  private static long deleted(Snapshot snapshot, Ids ids, boolean refused) throws IOException {
    long deleted = 0;
    boolean[] gone = new boolean[BATCH];
    try (var lookup = new PlaceLookup(snapshot.tables())) {
      for (long from = 0; snapshot.deleted() > 0 && from < ids.count(); from += BATCH) {
        long[] piece = ids.piece(from, BATCH);
        long[] sorted = Arrays.stream(piece).sorted().distinct().toArray();
        lookup.deletions(snapshot.manifest(), sorted, sorted.length, gone);
        for (long id : piece) {
          boolean isGone = gone[Arrays.binarySearch(sorted, id)];
          if (isGone && refused) {
            throw new BadInputException(
                "record " + id + " is deleted in generation " + snapshot.generation(), null);
          }
          deleted += isGone ? 1 : 0;
        }
      }
    }
    return deleted;
  }
}
