// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * The values of some records, in the order of their ids in the request. Its memory is used again
 * after {@link #close}: then every other call throws {@link IllegalStateException}.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class GatherBatch implements AutoCloseable {
  private final StoreGather owner;
  private final StoreSchema schema;
  private final List<FieldColumn> columns;
  private long[] ids;
  private boolean[] deleted;
  private boolean open = true;

  GatherBatch(
      StoreGather owner,
      StoreSchema schema,
      List<FieldColumn> columns,
      long[] ids,
      boolean[] deleted) {
    this.owner = owner;
    this.schema = schema;
    this.columns = columns;
    this.ids = ids;
    this.deleted = deleted;
  }

  /** Returns the number of records. */
  public int size() {
    requireOpen();
    return ids.length;
  }

  /** Returns the id of record {@code i} of the batch. */
  public long id(int i) {
    requireOpen();
    return ids[i];
  }

  /** Whether record {@code i} is deleted, and so without values; for {@link Missing#ZERO}. */
  public boolean isDeleted(int i) {
    requireOpen();
    return deleted != null && deleted[i];
  }

  /** Returns the fields, in the order requested. */
  public StoreSchema schema() {
    requireOpen();
    return schema;
  }

  /**
   * Returns the number of a field.
   *
   * @throws dev.recordio.conf.InvalidSettingException when it was not requested
   */
  public int field(String name) {
    requireOpen();
    return schema.indexOf(schema.field(name).name());
  }

  /** Whether record {@code i} has a value of a field. */
  public boolean isPresent(int field, int i) {
    return column(field, i).isPresent(i);
  }

  /** Whether record {@code i} has a value of a field. */
  public boolean isPresent(String field, int i) {
    return isPresent(field(field), i);
  }

  /**
   * Returns all values of a field of a fixed shape, one after the other, each in C order with the
   * byte order of its type; zeros where there is no value.
   *
   * @return a read-only view, size() times the bytes of a value; its byte order is big-endian, as
   *     every new buffer has it, until it is set
   * @throws IllegalArgumentException when the values of the field differ in length
   */
  public ByteBuffer fixed(String field) {
    FieldColumn column = column(field(field), -1);
    StoreField of = column.field();
    if (!of.type().isFixed()) {
      throw new IllegalArgumentException("the values of " + of + " differ in length");
    }
    return ByteBuffer.wrap(column.bytes(), 0, ids.length * of.type().unitBytes())
        .slice()
        .asReadOnlyBuffer();
  }

  /** Returns the bytes of a value: a read-only view; empty when there is none. */
  public ByteBuffer value(String field, int i) {
    FieldColumn column = column(field(field), i);
    return ByteBuffer.wrap(column.bytes(), column.start(i), column.length(i))
        .slice()
        .asReadOnlyBuffer();
  }

  /** Returns the length of a value in bytes; 0 when there is none. */
  public int length(int field, int i) {
    return column(field, i).length(i);
  }

  /** Returns where a value begins in {@link #bytes}. */
  public int start(int field, int i) {
    return column(field, i).start(i);
  }

  /** Returns the array with the values of a field, not to be changed; it may be longer. */
  public byte[] bytes(int field) {
    return column(field, -1).bytes();
  }

  private FieldColumn column(int field, int i) {
    requireOpen();
    Objects.checkIndex(i < 0 ? 0 : i, i < 0 ? 1 : ids.length);
    return columns.get(field);
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException("the batch is closed");
    }
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      owner.release(columns);
    }
  }
}
