// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.util.Arrays;

/** The values of one field in a batch. */
final class FieldColumn {
  /** How large an array can be in most virtual machines. */
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 16;

  private final StoreField field;
  private final FieldType type;
  private byte[] bytes = {};
  private int[] start = {};
  private int[] length = {}; // -1: absent
  private int used;
  private int size;

  FieldColumn(StoreField field) {
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

  /** Returns where the value at a position goes; its bytes are to be written to {@link #bytes}. */
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
      bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_ARRAY, Math.max(needed, 2L * bytes.length)));
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
