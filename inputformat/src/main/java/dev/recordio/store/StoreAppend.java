// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.commit.AppendChange;
import dev.recordio.store.layout.Ledger;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Operation;
import dev.recordio.store.manifest.RowsRef;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.store.write.RowsWriter;
import dev.recordio.store.write.StoreWriting;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Adds records to a store, in one commit: {@link #set} the values of a record, {@link #add} it, and
 * so on; then {@link #commit}. Without it, {@link #close} leaves nothing. Appends never conflict:
 * the records come after those that are there at the commit. Memory: a buffer of 1 MiB, or of one
 * larger record, for each group of fields. For use by one thread.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class StoreAppend implements Closeable {
  private final Store store;
  private final Manifest base;
  private final StoreSchema schema;
  private final StoreWriting files;
  private final Ledger ledger = new Ledger();
  private final List<RowsWriter> writers = new ArrayList<>();
  private final List<Integer> groups = new ArrayList<>();
  private final List<int[]> fieldsOfGroups = new ArrayList<>(); // indexes in the schema
  private final byte[][] bytes;
  private final int[] offsets;
  private final int[] lengths; // -1: absent
  private long records;
  private long firstId = -1;
  private boolean committed;

  StoreAppend(Store store, Snapshot snapshot) throws IOException {
    this.store = store;
    base = snapshot.manifest();
    schema = snapshot.schema();
    files = new StoreWriting(store.conf(), store.generations().paths());
    store.generations().requireWritable();
    int n = base.fields().size();
    bytes = new byte[n][];
    offsets = new int[n];
    lengths = new int[n];
    Arrays.fill(lengths, -1);
    for (GroupEntry group : base.groups()) {
      List<FieldEntry> fields = base.fieldsOf(group.number());
      groups.add(group.number());
      writers.add(new RowsWriter(files, fields, base.chunkBytes(), ledger));
      fieldsOfGroups.add(fields.stream().mapToInt(base.fields()::indexOf).toArray());
    }
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
    if (!schema.fields().get(field).type().accepts(length)) {
      throw new InvalidSettingException(
          length
              + " bytes for field "
              + schema.fields().get(field)
              + ": expected "
              + expected(field));
    }
    bytes[field] = value;
    offsets[field] = offset;
    lengths[field] = length;
  }

  private String expected(int field) {
    var type = schema.fields().get(field).type();
    return type.isFixed() ? type.unitBytes() + " bytes" : "a multiple of " + type.unitBytes();
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
    for (int g = 0; g < writers.size(); g++) {
      RowsWriter writer = writers.get(g);
      for (int field : fieldsOfGroups.get(g)) {
        if (lengths[field] < 0) {
          writer.addAbsent();
        } else {
          writer.add(bytes[field], offsets[field], lengths[field]);
        }
      }
      writer.endRecord();
    }
    Arrays.fill(bytes, null);
    Arrays.fill(lengths, -1);
    records++;
  }

  /** Returns how many records have been added. */
  public long records() {
    return records;
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
    Map<Integer, List<RowsRef>> rows = new HashMap<>();
    for (int g = 0; g < writers.size(); g++) {
      RowsRef ref = writers.get(g).finish(0);
      rows.put(groups.get(g), ref == null ? List.of() : List.of(ref));
    }
    var change =
        new AppendChange(
            store.tables(), Operation.APPEND, files, records, rows, ledger, StorePaths.newId());
    Manifest made = store.commit(base, change);
    committed = true;
    firstId = made.length() - records;
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
      for (RowsWriter writer : writers) {
        writer.close();
      }
    } finally {
      if (!committed) {
        files.discard();
      }
    }
  }
}
