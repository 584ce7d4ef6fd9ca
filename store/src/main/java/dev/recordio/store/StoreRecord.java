// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.npy.NpyItems;
import dev.recordio.npy.NpyType;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * One record of a store: its id, and a value, or none, for each field. The values of a record that
 * a reader hands out are views of memory that is used again for the next one: {@link #copyFrom}
 * keeps them. For use by one thread.
 *
 * <p>Bytes as {@link Writable}: vint length and UTF-8 of the fields' texts ({@link
 * StoreField#toString}) with line feeds between; vlong id; for each field vint length, or -1 where
 * there is no value, and the bytes.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class StoreRecord implements Writable {
  private static final int MAX_SCHEMA_BYTES = 1 << 24;
  private static final int PIECE_BYTES = 1 << 16;

  private StoreSchema schema;
  private NpyItems[] items; // of each field; null of bytes and text
  private long id;
  private byte[][] bytes;
  private int[] starts;
  private int[] lengths; // -1: absent
  private byte[] own = {}; // of copies
  private byte[] schemaBytes; // as they are written; made when needed

  /** Creates a record without fields, for {@link #readFields} and {@link #copyFrom}. */
  public StoreRecord() {
    this(new StoreSchema(List.of()));
  }

  /** Creates a record of some fields, without values. */
  public StoreRecord(StoreSchema schema) {
    setSchema(schema);
  }

  private void setSchema(StoreSchema of) {
    schema = of;
    schemaBytes = null;
    int n = of.fields().size();
    items = new NpyItems[n];
    bytes = new byte[n][];
    starts = new int[n];
    lengths = new int[n];
    for (int field = 0; field < n; field++) {
      String item = of.fields().get(field).type().item();
      items[field] = item.isEmpty() ? null : NpyItems.of(NpyType.parse(item));
    }
    clear();
  }

  /** Returns the fields. */
  public StoreSchema schema() {
    return schema;
  }

  /**
   * Returns the number of a field.
   *
   * @throws dev.recordio.conf.InvalidSettingException when there is no such field
   */
  public int field(String name) {
    return schema.indexOf(schema.field(name).name());
  }

  /** Returns the record's id in its store; 0 for one that is to be added. */
  public long id() {
    return id;
  }

  /** Sets the id. */
  public void setId(long value) {
    id = value;
  }

  /** Removes all values. */
  public void clear() {
    Arrays.fill(lengths, -1);
    Arrays.fill(bytes, null);
  }

  /**
   * Sets a value: a view of the array, which must not change while the record is used.
   *
   * @param value of arrays, the items in C order with the type's byte order
   * @throws IllegalArgumentException when the field's type has no values of that length
   */
  public void set(int field, byte[] value, int offset, int length) {
    schema.fields().get(field).requireLength(length);
    put(field, value, offset, length);
  }

  private void put(int field, byte[] value, int offset, int length) {
    bytes[field] = value;
    starts[field] = offset;
    lengths[field] = length;
  }

  /** Sets a value, which is not copied. */
  public void set(String field, byte[] value) {
    set(field(field), value, 0, value.length);
  }

  /** Removes a value. */
  public void setAbsent(int field) {
    lengths[field] = -1;
    bytes[field] = null;
  }

  /**
   * Makes this a view of a record of a batch, valid until the batch is closed.
   *
   * @throws IllegalArgumentException when the batch has other fields
   */
  public void set(GatherBatch batch, int i) {
    if (batch.schema() != schema && !batch.schema().equals(schema)) {
      throw new IllegalArgumentException("the batch has the fields " + batch.schema().fields());
    }
    id = batch.id(i);
    for (int field = 0; field < lengths.length; field++) {
      if (batch.isPresent(field, i)) {
        put(field, batch.bytes(field), batch.start(field, i), batch.length(field, i));
      } else {
        setAbsent(field);
      }
    }
  }

  /** Makes this a view of the same values as another record. */
  public void viewOf(StoreRecord other) {
    if (schema != other.schema && !schema.equals(other.schema)) {
      setSchema(other.schema);
    }
    id = other.id;
    System.arraycopy(other.bytes, 0, bytes, 0, bytes.length);
    System.arraycopy(other.starts, 0, starts, 0, starts.length);
    System.arraycopy(other.lengths, 0, lengths, 0, lengths.length);
  }

  /** Makes this a copy of another record, with its own memory. */
  public void copyFrom(StoreRecord other) {
    if (other == this) {
      throw new IllegalArgumentException("a record can't be copied to itself");
    }
    if (schema != other.schema && !schema.equals(other.schema)) {
      setSchema(other.schema);
    }
    id = other.id;
    int all = Math.toIntExact(other.valueBytes());
    if (own.length < all) {
      own = new byte[all];
    }
    int at = 0;
    for (int field = 0; field < lengths.length; field++) {
      if (other.isPresent(field)) {
        int length = other.length(field);
        System.arraycopy(other.bytes[field], other.starts[field], own, at, length);
        put(field, own, at, length);
        at += length;
      } else {
        setAbsent(field);
      }
    }
  }

  /** Returns the bytes of all values together. */
  public long valueBytes() {
    long all = 0;
    for (int length : lengths) {
      all += Math.max(0, length);
    }
    return all;
  }

  /** Whether the record has a value of a field. */
  public boolean isPresent(int field) {
    return lengths[field] >= 0;
  }

  /** Returns the array with a value; null when there is none. Do not change it. */
  public byte[] bytes(int field) {
    return bytes[field];
  }

  /** Returns where a value begins in {@link #bytes}. */
  public int start(int field) {
    return starts[field];
  }

  /** Returns the length of a value in bytes; 0 when there is none. */
  public int length(int field) {
    return Math.max(0, lengths[field]);
  }

  /** Returns a copy of a value's bytes; null when there is none. */
  public byte[] copyBytes(int field) {
    return isPresent(field)
        ? Arrays.copyOfRange(bytes[field], starts[field], starts[field] + lengths[field])
        : null;
  }

  /** Returns the bytes of a value: a read-only view; empty when there is none. */
  public ByteBuffer value(int field) {
    return isPresent(field)
        ? ByteBuffer.wrap(bytes[field], starts[field], lengths[field]).slice().asReadOnlyBuffer()
        : ByteBuffer.allocate(0);
  }

  /** Returns how many items of the field's type the value has; 0 when there is none. */
  public int items(int field) {
    return length(field) / (items[field] == null ? 1 : items[field].bytes());
  }

  private NpyItems require(int field, int item) {
    StoreField of = schema.fields().get(field);
    if (items[field] == null) {
      throw new UnsupportedOperationException("field " + of + " has no numbers");
    }
    if (item < 0 || item >= items(field)) {
      throw new IndexOutOfBoundsException(
          "item "
              + item
              + " of field "
              + of
              + " of record "
              + id
              + (isPresent(field) ? ", which has " + items(field) : ", which has no value"));
    }
    return items[field];
  }

  private int at(int field, int item) {
    return starts[field] + item * items[field].bytes();
  }

  /**
   * Returns the value of a field of whole numbers, or times, without a shape; of {@code u8} its 64
   * bits.
   *
   * @throws UnsupportedOperationException when the field has other items
   * @throws IndexOutOfBoundsException when there is no value
   */
  public long getLong(int field) {
    return getLong(field, 0);
  }

  /** Returns item {@code item}, from 0 in C order, of a value, as {@link #getLong(int)} does. */
  public long getLong(int field, int item) {
    return require(field, item).getLong(bytes[field], at(field, item));
  }

  /**
   * Returns the value of a field of whole numbers without a shape.
   *
   * @throws ArithmeticException when it has more than 32 bits
   */
  public int getInt(int field) {
    return Math.toIntExact(getLong(field, 0));
  }

  /**
   * Returns the value of a field of numbers without a shape.
   *
   * @throws UnsupportedOperationException when the field has no numbers of at most 64 bits
   * @throws IndexOutOfBoundsException when there is no value
   */
  public double getDouble(int field) {
    return getDouble(field, 0);
  }

  /** Returns item {@code item}, from 0 in C order, of a value, as {@link #getDouble(int)} does. */
  public double getDouble(int field, int item) {
    return require(field, item).getDouble(bytes[field], at(field, item));
  }

  /** Returns the value of a field of numbers, rounded to a float. */
  public float getFloat(int field) {
    return (float) getDouble(field, 0);
  }

  /** Returns item {@code item}, from 0 in C order, of a value, rounded to a float. */
  public float getFloat(int field, int item) {
    return (float) getDouble(field, item);
  }

  /**
   * Returns the value of a field of the type {@code text}, or of NumPy's {@code S} and {@code U}
   * without a shape; null when there is none.
   *
   * @throws UnsupportedOperationException when the field has no texts
   */
  public String getText(int field) {
    if (!isPresent(field)) {
      return null;
    }
    if (schema.fields().get(field).type().kind() == FieldType.Kind.TEXT) {
      return new String(bytes[field], starts[field], lengths[field], StandardCharsets.UTF_8);
    }
    return getText(field, 0);
  }

  /** Returns item {@code item}, from 0 in C order, of a value of NumPy's {@code S} or {@code U}. */
  public String getText(int field, int item) {
    return require(field, item).getText(bytes[field], at(field, item));
  }

  private byte[] schemaBytes() {
    if (schemaBytes == null) {
      schemaBytes =
          schema.fields().stream()
              .map(StoreField::toString)
              .collect(Collectors.joining("\n"))
              .getBytes(StandardCharsets.UTF_8);
    }
    return schemaBytes;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, schemaBytes().length);
    out.write(schemaBytes());
    WritableUtils.writeVLong(out, id);
    for (int field = 0; field < lengths.length; field++) {
      WritableUtils.writeVInt(out, lengths[field]);
      if (isPresent(field)) {
        out.write(bytes[field], starts[field], lengths[field]);
      }
    }
  }

  /**
   * Reads a record; its fields become the fields that were written.
   *
   * @throws IOException when the bytes are no record
   */
  @Override
  public void readFields(DataInput in) throws IOException {
    readSchema(in);
    id = WritableUtils.readVLong(in);
    int used = 0;
    int[] found = new int[lengths.length];
    for (int field = 0; field < lengths.length; field++) {
      found[field] = WritableUtils.readVInt(in);
      if (found[field] != -1) {
        if (found[field] < 0 || !schema.fields().get(field).type().accepts(found[field])) {
          throw new IOException(found[field] + " bytes for " + schema.fields().get(field));
        }
        used = read(in, used, found[field]);
      }
    }
    int at = 0;
    for (int field = 0; field < lengths.length; field++) {
      if (found[field] < 0) {
        setAbsent(field);
      } else {
        put(field, own, at, found[field]);
        at += found[field];
      }
    }
  }

  /** Appends bytes to {@link #own}, which grows as they come: a length proves nothing. */
  private int read(DataInput in, int used, int length) throws IOException {
    int left = length;
    int at = used;
    while (left > 0) {
      int piece = Math.min(left, PIECE_BYTES);
      if (own.length - at < piece) {
        own = Arrays.copyOf(own, Math.max(at + piece, 2 * own.length));
      }
      in.readFully(own, at, piece);
      at += piece;
      left -= piece;
    }
    return at;
  }

  private void readSchema(DataInput in) throws IOException {
    int length = WritableUtils.readVInt(in);
    if (length < 0 || length > MAX_SCHEMA_BYTES) {
      throw new IOException(
          length + " bytes of the fields of a record: expected 0 to " + MAX_SCHEMA_BYTES);
    }
    read(in, 0, length);
    byte[] now = schemaBytes();
    if (!Arrays.equals(own, 0, length, now, 0, now.length)) {
      String text = new String(own, 0, length, StandardCharsets.UTF_8);
      try {
        setSchema(
            new StoreSchema(
                text.isEmpty() ? List.of() : text.lines().map(StoreField::parse).toList()));
      } catch (InvalidSettingException e) {
        throw new IOException("the fields of a record: " + e.getMessage(), e);
      }
    }
  }

  /** Whether another record has the same id, fields and values. */
  @Override
  public boolean equals(Object other) {
    return other instanceof StoreRecord record
        && id == record.id
        && schema.fields().equals(record.schema.fields())
        && hasValuesOf(record);
  }

  private boolean hasValuesOf(StoreRecord other) {
    for (int field = 0; field < lengths.length; field++) {
      if (isPresent(field) != other.isPresent(field) || !value(field).equals(other.value(field))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = Long.hashCode(id);
    for (int field = 0; field < lengths.length; field++) {
      hash = 31 * hash + lengths[field];
    }
    return hash;
  }

  /** Returns id and lengths, for messages. */
  @Override
  public String toString() {
    var text = new StringBuilder("record ").append(id);
    for (int field = 0; field < lengths.length; field++) {
      text.append(field == 0 ? ": " : ", ").append(schema.fields().get(field).name());
      text.append(isPresent(field) ? " of " + lengths[field] + " bytes" : " absent");
    }
    return text.toString();
  }
}
