// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.commit.FieldUpdate;
import dev.recordio.store.commit.UpdateChange;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.store.write.StoreWriting;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Changes values of records, in one commit; without {@link #commit}, {@link #close} leaves nothing.
 * Memory: 24 bytes a value, and a buffer of 1 MiB a field. For use by one thread.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class StoreUpdate implements Closeable {
  private final Store store;
  private final Manifest base;
  private final StoreSchema schema;
  private final StoreWriting files;
  private final List<FieldUpdate> updates = new ArrayList<>();
  private boolean committed;

  StoreUpdate(Store store, Snapshot snapshot) throws IOException {
    this.store = store;
    base = snapshot.manifest();
    schema = snapshot.schema();
    store.generations().requireWritable();
    files = new StoreWriting(store.conf(), store.generations().paths());
    for (FieldEntry field : base.fields()) {
      updates.add(new FieldUpdate(files, field, base.chunkBytes()));
    }
  }

  /** Returns the fields. */
  public StoreSchema schema() {
    return schema;
  }

  /**
   * Sets a value of a record.
   *
   * @param id the record, which must not be deleted; each at most once for a field
   * @param field the field's number in {@link #schema}
   * @throws IndexOutOfBoundsException when the id is not one of the store
   * @throws InvalidSettingException when the type has no values of that length
   */
  public void set(long id, int field, byte[] value, int offset, int length) throws IOException {
    base.requireId(id);
    schema.fields().get(field).requireLength(length);
    updates.get(field).add(id, value, offset, length);
  }

  /** Sets a value of a record. */
  public void set(long id, String field, byte[] value) throws IOException {
    set(id, schema.indexOf(schema.field(field).name()), value, 0, value.length);
  }

  /** Removes a value: the record has no value of that field afterwards. */
  public void setAbsent(long id, int field) {
    base.requireId(id);
    updates.get(field).addAbsent(id);
  }

  /**
   * Makes the new values part of the store.
   *
   * @return the generation that this made
   * @throws InvalidSettingException when a field has two values for one id
   * @throws DeletedRecordException when a record is deleted
   * @throws dev.recordio.store.commit.StoreConflictException when another writer changed one of the
   *     records meanwhile
   * @throws IOException when nothing was committed, or it is not known; the message says which
   */
  public long commit() throws IOException {
    if (committed) {
      throw new IllegalStateException("committed already");
    }
    for (FieldUpdate update : updates) {
      update.finish();
      StoreDelete.requireOnce(update.ids());
    }
    long[] ids =
        updates.stream()
            .flatMapToLong(update -> LongStream.of(update.ids()))
            .distinct()
            .sorted()
            .toArray();
    StoreDelete.requireLive(store, base, ids);
    var change = new UpdateChange(store.tables(), files, updates, ids);
    Manifest made = store.commit(base, change);
    committed = true;
    return made.generation();
  }

  @Override
  public void close() throws IOException {
    try {
      for (FieldUpdate update : updates) {
        update.close();
      }
    } finally {
      if (!committed) {
        files.discard();
      }
    }
  }
}
