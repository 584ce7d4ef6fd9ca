// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.Snapshot;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.TableReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.LongStream;

/** The ids of a snapshot that are not deleted, by their numbers. Memory: 8 bytes a deleted id. */
final class LiveIds {
  private static final int MAX_DELETED = 1 << 27;

  private final long length;
  private final long[] deleted; // ascending

  private LiveIds(long length, long[] deleted) {
    this.length = length;
    this.deleted = deleted;
  }

  /** Returns the live ids below {@code length}; the deleted ones may be in any order. */
  static LiveIds of(long length, long[] deletedIds) {
    return new LiveIds(length, Arrays.stream(deletedIds).sorted().distinct().toArray());
  }

  /** Reads which ids are deleted. */
  static LiveIds of(Snapshot snapshot) throws IOException {
    if (snapshot.deleted() > MAX_DELETED) {
      throw new InvalidSettingException(
          snapshot
              + " has "
              + snapshot.deleted()
              + " deleted records, more than can be skipped by number: close the gaps with"
              + " 'store rebalance --renumber'");
    }
    var ids = LongStream.builder();
    try (var reader = new TableReader(snapshot.tables())) {
      var scan = new DeltaScan(reader, snapshot.manifest().deletions());
      while (scan.next()) {
        ids.add(scan.id());
      }
    }
    return new LiveIds(snapshot.length(), ids.build().toArray());
  }

  /** Returns how many there are. */
  long count() {
    return length - deleted.length;
  }

  /** Returns the id of a number, from 0. */
  long id(long number) {
    // deleted[i] - i live ids are below deleted[i]: those i come before the id for which it is at
    // most the number.
    int low = 0;
    int high = deleted.length;
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
