// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.commit.Change;
import dev.recordio.store.commit.DeleteChange;
import dev.recordio.store.commit.SwapChange;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.read.PlaceLookup;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Deletes records, in one commit. Memory: 8 bytes an id. For use by one thread. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class StoreDelete {
  private static final int BATCH = 1 << 14;

  private final Store store;
  private final Manifest base;
  private final boolean swap;
  private long[] ids = new long[16];
  private int size;

  StoreDelete(Store store, Snapshot snapshot, boolean swap) throws IOException {
    this.store = store;
    base = snapshot.manifest();
    this.swap = swap;
    store.generations().requireWritable();
  }

  /**
   * Adds a record.
   *
   * @throws IndexOutOfBoundsException when the id is not one of the store
   */
  public StoreDelete add(long id) {
    base.requireId(id);
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
    }
    ids[size++] = id;
    return this;
  }

  /**
   * Deletes the records.
   *
   * @return the generation that this made
   * @throws InvalidSettingException when an id was added twice
   * @throws DeletedRecordException when a record is deleted already
   * @throws dev.recordio.store.commit.StoreConflictException when another writer changed one of the
   *     records meanwhile
   * @throws IOException when nothing was committed, or it is not known; the message says which
   */
  public long commit() throws IOException {
    long[] sorted = Arrays.copyOf(ids, size);
    Arrays.sort(sorted);
    requireOnce(sorted);
    requireLive(store, base, sorted);
    var files = new StoreWriting(store.conf(), store.generations().paths());
    Change change =
        swap
            ? new SwapChange(store.tables(), files, sorted)
            : new DeleteChange(store.tables(), files, sorted);
    return store.commit(base, change).generation();
  }

  static void requireOnce(long[] sorted) {
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        throw new InvalidSettingException("id " + sorted[i] + " was given twice");
      }
    }
  }

  static void requireLive(Store store, Manifest base, long[] ids) throws IOException {
    boolean[] deleted = new boolean[Math.min(BATCH, ids.length)];
    try (var lookup = new PlaceLookup(store.tables())) {
      for (int from = 0; from < ids.length; from += BATCH) {
        long[] batch = Arrays.copyOfRange(ids, from, Math.min(ids.length, from + BATCH));
        lookup.deletions(base, batch, batch.length, deleted);
        for (int i = 0; i < batch.length; i++) {
          if (deleted[i]) {
            throw new DeletedRecordException(batch[i], base.generation());
          }
        }
      }
    }
  }
}
