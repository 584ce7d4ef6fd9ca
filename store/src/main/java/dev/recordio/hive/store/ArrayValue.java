// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive.store;

import dev.recordio.npy.NpyItems;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/** Makes lists, within lists for more dimensions, of arrays. Lists and items are used again. */
final class ArrayValue implements ColumnValue {
  private final FieldType type;
  private final int[] steps; // bytes of one step of each dimension
  private final ItemValue item;
  private final Level top = new Level();

  ArrayValue(StoreField field, NpyItems items, TypeInfo type) {
    this.type = field.type();
    item = new ItemValue(field, items, type);
    boolean ragged = this.type.kind() == FieldType.Kind.RAGGED;
    List<Integer> shape = this.type.shape();
    steps = new int[shape.size() + (ragged ? 1 : 0)];
    int bytes = items.bytes();
    for (int i = steps.length - 1; i >= 0; i--) {
      steps[i] = bytes;
      bytes *= ragged && i == 0 ? 1 : shape.get(ragged ? i - 1 : i);
    }
  }

  /** A list, and what its elements are made of: other lists, or items. */
  private static final class Level {
    private final List<Object> list = new ArrayList<>();
    private final List<Object> made = new ArrayList<>(); // levels or items
  }

  @Override
  public Object of(StoreRecord record, int field) throws SerDeException {
    fill(top, 0, record, record.bytes(field), record.start(field), record.length(field));
    return top.list;
  }

  private void fill(Level level, int dimension, StoreRecord record, byte[] from, int at, int bytes)
      throws SerDeException {
    level.list.clear();
    int step = steps[dimension];
    boolean last = dimension == steps.length - 1;
    for (int i = 0; i < bytes / step; i++) {
      if (i == level.made.size()) {
        level.made.add(last ? item.newValue() : new Level());
      }
      Object made = level.made.get(i);
      if (last) {
        level.list.add(item.set(made, record, from, at + i * step));
      } else {
        var inner = (Level) made;
        fill(inner, dimension + 1, record, from, at + i * step, step);
        level.list.add(inner.list);
      }
    }
  }
}
