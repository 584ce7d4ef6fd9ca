// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.Snapshot;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.TableReader;
import java.io.IOException;
import java.util.Arrays;

/** The ids of a snapshot that are not deleted, by their numbers. Memory: 8 bytes a deleted id. */
final class LiveIds {
  private static final int MAX_DELETED = 1 << 27;

  private final long length;
  private final long[] deleted; // ascending
  private final int count; // of them

  private LiveIds(long length, long[] deleted, int count) {
    this.length = length;
    this.deleted = deleted;
    this.count = count;
  }

  /** Returns the live ids below {@code length}; the deleted ones may be in any order. */
  static LiveIds of(long length, long[] deletedIds) {
    long[] sorted = Arrays.stream(deletedIds).sorted().distinct().toArray();
    return new LiveIds(length, sorted, sorted.length);
  }

  /** Reads which ids are deleted. */
  static LiveIds of(Snapshot snapshot) throws IOException {
    if (snapshot.deleted() > MAX_DELETED) {
      throw new InvalidSettingException(
          snapshot
              + " has "
              + snapshot.deleted()
              + " deleted records, more than can be passed over by number: close the gaps with"
              + " 'store rebalance --renumber'");
    }
    long[] ids = {};
    int used = 0;
    try (var reader = new TableReader(snapshot.tables())) {
      var scan = new DeltaScan(reader, snapshot.manifest().deletions());
      while (scan.next()) {
        if (used == ids.length) {
          ids = Arrays.copyOf(ids, Math.max(1024, 2 * used));
        }
        ids[used++] = scan.id();
      }
    }
    return of(snapshot.length(), Arrays.copyOf(ids, used));
  }

  /** Returns how many there are. */
  long count() {
    return length - count;
  }

  /** Returns the id of a number, from 0. */
  long id(long number) {
    // deleted[i] - i live ids are below deleted[i]: those i come before the id for which it is at
    // most the number.
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (deleted[middle] - middle <= number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return number + low;
  }
}
