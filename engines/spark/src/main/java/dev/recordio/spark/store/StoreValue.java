// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.store;

import dev.recordio.npy.NpyItems;
import dev.recordio.npy.NpyType;
import dev.recordio.npy.TimeUnits;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.unsafe.types.UTF8String;

/** Makes Spark's value of the value of a field. */
@FunctionalInterface
public interface StoreValue {
  /** Returns the value of a field that the record has a value of. */
  Object of(StoreRecord record, int field);

  /** Returns the maker for a field. */
  static StoreValue of(StoreField field) {
    FieldType type = field.type();
    if (type.kind() == FieldType.Kind.TEXT) {
      return (record, number) ->
          UTF8String.fromBytes(record.bytes(number), record.start(number), record.length(number))
              .copy();
    }
    NpyItems items = type.item().isEmpty() ? null : NpyItems.of(NpyType.parse(type.item()));
    DataType item = items == null ? null : StoreColumns.item(items);
    if (item == null) {
      return StoreRecord::copyBytes;
    }
    boolean ragged = type.kind() == FieldType.Kind.RAGGED;
    if (type.shape().isEmpty() && !ragged) {
      return (record, number) -> Items.one(items, item, record.bytes(number), record.start(number));
    }
    var arrays = new Items(items, item, type.shape(), ragged);
    return (record, number) ->
        arrays.array(0, record.bytes(number), record.start(number), record.length(number));
  }

  /** Makes items, and arrays of them. */
  final class Items {
    private final NpyItems items;
    private final DataType type;
    private final int[] steps; // bytes of one step of each dimension

    private Items(NpyItems items, DataType type, List<Integer> shape, boolean ragged) {
      this.items = items;
      this.type = type;
      steps = new int[shape.size() + (ragged ? 1 : 0)];
      int bytes = items.bytes();
      for (int i = steps.length - 1; i >= 0; i--) {
        steps[i] = bytes;
        bytes *= ragged && i == 0 ? 1 : shape.get(ragged ? i - 1 : i);
      }
    }

    /** Returns one item; null for a time that is none (NaT). */
    private static Object one(NpyItems items, DataType type, byte[] from, int at) {
      if (type instanceof DecimalType) {
        String digits = Long.toUnsignedString(items.getLong(from, at));
        return Decimal.apply(new BigDecimal(new BigInteger(digits)), 20, 0);
      }
      if (type.equals(DataTypes.StringType)) {
        return UTF8String.fromString(items.getText(from, at));
      }
      if (items.kind() == 'f') {
        double value = items.getDouble(from, at);
        return type.equals(DataTypes.FloatType) ? (Object) (float) value : (Object) value;
      }
      long value = items.getLong(from, at);
      if (type.equals(DataTypes.TimestampNTZType)) {
        return value == TimeUnits.NOT_A_TIME ? null : TimeUnits.of(items.unit()).micros(value);
      }
      if (type.equals(DataTypes.BooleanType)) {
        return value != 0;
      }
      if (type.equals(DataTypes.ByteType)) {
        return (byte) value;
      }
      if (type.equals(DataTypes.ShortType)) {
        return (short) value;
      }
      return type.equals(DataTypes.IntegerType) ? (Object) (int) value : (Object) value;
    }

    private ArrayData array(int dimension, byte[] from, int at, int bytes) {
      int step = steps[dimension];
      int size = bytes / step;
      if (dimension < steps.length - 1) {
        var inner = new Object[size];
        for (int i = 0; i < size; i++) {
          inner[i] = array(dimension + 1, from, at + i * step, step);
        }
        return new GenericArrayData(inner);
      }
      if (type.equals(DataTypes.FloatType)) {
        var floats = new float[size];
        for (int i = 0; i < size; i++) {
          floats[i] = (float) items.getDouble(from, at + i * step);
        }
        return UnsafeArrayData.fromPrimitiveArray(floats);
      }
      var all = new Object[size];
      for (int i = 0; i < size; i++) {
        all[i] = one(items, type, from, at + i * step);
      }
      return new GenericArrayData(all);
    }
  }
}
