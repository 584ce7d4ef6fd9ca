// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.nio.ByteBuffer;
import java.util.Arrays;
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
  private final List<Column> columns;
  private long[] ids;
  private boolean[] deleted;
  private boolean open = true;

  GatherBatch(
      StoreGather owner, StoreSchema schema, List<Column> columns, long[] ids, boolean[] deleted) {
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
   * @return a read-only view, size() times the bytes of a value; its byte order is big-endian until
   *     you set it
   * @throws IllegalArgumentException when the values of the field differ in length
   */
  public ByteBuffer fixed(String field) {
    Column column = column(field(field), -1);
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
    Column column = column(field(field), i);
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

  private Column column(int field, int i) {
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

  /** The values of one field in a batch. */
  static final class Column {
    /** How large an array can be in most virtual machines. */
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 16;

    private final StoreField field;
    private final FieldType type;
    private byte[] bytes = {};
    private int[] start = {};
    private int[] length = {}; // -1: absent
    private int used;
    private int size;

    Column(StoreField field) {
      this.field = field;
      type = field.type();
    }

    StoreField field() {
      return field;
    }

    /** Makes room for so many values; none is there so far, and fixed ones are zeros. */
    void reset(int count) {
      size = count;
      if (length.length < count) {
        length = new int[count];
        start = new int[count];
      }
      Arrays.fill(length, 0, count, -1);
      used = 0;
      if (type.isFixed()) {
        long all = (long) count * type.unitBytes();
        require(all);
        if (bytes.length < all) {
          bytes = new byte[(int) all];
        }
      }
    }

    private void require(long all) {
      if (all > MAX_ARRAY) {
        throw new InvalidSettingException(
            "the values of field "
                + field.name()
                + " of "
                + size
                + " records have "
                + all
                + " bytes, more than an array holds: read fewer at a time");
      }
    }

    /**
     * Returns where the value at a position goes; its bytes are to be written to {@link #bytes}.
     */
    int place(int position, int count) {
      if (type.isFixed()) {
        start[position] = position * type.unitBytes();
      } else {
        ensure(count);
        start[position] = used;
        used += count;
      }
      length[position] = count;
      return start[position];
    }

    private void ensure(int count) {
      if (bytes.length - used < count) {
        long needed = (long) used + count;
        require(needed);
        bytes =
            Arrays.copyOf(bytes, (int) Math.min(MAX_ARRAY, Math.max(needed, 2L * bytes.length)));
      }
    }

    /** Makes room for so many bytes of values of different lengths. */
    void expect(long count) {
      if (!type.isFixed() && bytes.length < count && count <= MAX_ARRAY) {
        bytes = new byte[(int) count];
      }
    }

    /** Gives a position the same value as another one. */
    void repeat(int position, int from) {
      if (type.isFixed()) {
        int at = position * type.unitBytes();
        System.arraycopy(bytes, start[from], bytes, at, length[from]);
        start[position] = at;
      } else {
        start[position] = start[from];
      }
      length[position] = length[from];
    }

    /** Clears what is not there, after all values are: fixed values are zeros there. */
    void fillAbsent() {
      if (type.isFixed()) {
        int width = type.unitBytes();
        for (int i = 0; i < size; i++) {
          if (length[i] < 0) {
            Arrays.fill(bytes, i * width, (i + 1) * width, (byte) 0);
            start[i] = i * width;
          }
        }
      }
    }

    byte[] bytes() {
      return bytes;
    }

    boolean isPresent(int i) {
      return length[i] >= 0;
    }

    int start(int i) {
      return start[i];
    }

    int length(int i) {
      return Math.max(0, length[i]);
    }
  }
}
