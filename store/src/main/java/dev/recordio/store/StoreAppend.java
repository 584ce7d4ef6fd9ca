// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.commit.AppendChange;
import dev.recordio.store.commit.AppendedRecords;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.store.write.StoreWriting;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Adds records to a store, in one commit: {@link #set} the values of a record, {@link #add} it, and
 * so on; then {@link #commit}. Without a commit, {@link #close} leaves nothing. Appends never
 * conflict: the records come after the store's records at the time of the commit. Memory: a buffer
 * of 1 MiB, or of one larger record, for each group of fields. For use by one thread.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class StoreAppend implements Closeable {
  private final Store store;
  private final Manifest base;
  private final StoreSchema schema;
  private final StoreWriting files;
  private final AppendedRecords records;
  private long firstId = -1;
  private boolean committed;

  StoreAppend(Store store, Snapshot snapshot) throws IOException {
    this.store = store;
    base = snapshot.manifest();
    schema = snapshot.schema();
    files = new StoreWriting(store.conf(), store.generations().paths());
    store.generations().requireWritable();
    records = new AppendedRecords(base, files);
  }

  /** Returns the fields; a record may lack values of some. */
  public StoreSchema schema() {
    return schema;
  }

  /**
   * Sets a value of the next record. The array must not change before {@link #add}.
   *
   * @param field the field's number in {@link #schema}
   * @param value the value's bytes: of arrays, the items in C order with the type's byte order
   * @throws InvalidSettingException when the type has no values of that length
   */
  public void set(int field, byte[] value, int offset, int length) {
    schema.fields().get(field).requireLength(length);
    records.set(field, value, offset, length);
  }

  /**
   * Sets a value of the next record. The array must not change before {@link #add}.
   *
   * @throws InvalidSettingException when there is no such field, or its type has no values of that
   *     length
   */
  public void set(String field, byte[] value) {
    set(schema.indexOf(schema.field(field).name()), value, 0, value.length);
  }

  /** Adds the record; fields that were not set have no value. */
  public void add() throws IOException {
    records.add();
  }

  /** Returns how many records have been added. */
  public long records() {
    return records.records();
  }

  /**
   * Makes the records part of the store.
   *
   * @return the generation that this made
   * @throws IOException when nothing was committed, or it is not known; the message says which
   */
  public long commit() throws IOException {
    if (committed) {
      throw new IllegalStateException("committed already");
    }
    AppendChange change =
        new AppendChange(
            store.tables(), Operation.APPEND, files, List.of(records.finish()), StorePaths.newId());
    Manifest made = store.commit(base, change);
    committed = true;
    firstId = made.length() - records.records();
    return made.generation();
  }

  /** Returns the id of the first record that was added, after {@link #commit}. */
  public long firstId() {
    if (!committed) {
      throw new IllegalStateException("ids are known after the commit");
    }
    return firstId;
  }

  @Override
  public void close() throws IOException {
    try {
      records.close();
    } finally {
      if (!committed) {
        files.discard();
      }
    }
  }
}
