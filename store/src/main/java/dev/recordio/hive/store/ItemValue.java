// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive.store;

import dev.recordio.npy.NpyItems;
import dev.recordio.npy.TimeUnits;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.io.ByteWritable;
import org.apache.hadoop.hive.serde2.io.DoubleWritable;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.hive.serde2.io.ShortWritable;
import org.apache.hadoop.hive.serde2.io.TimestampWritableV2;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;

/** Makes a Writable of one item of a NumPy type. */
final class ItemValue implements ColumnValue {
  static final List<String> ALL_TYPES =
      List.of(
          "boolean",
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "decimal(20,0)",
          "float",
          "double",
          "string",
          "timestamp");

  private static final List<String> WHOLE = List.of("tinyint", "smallint", "int", "bigint");

  private final StoreField field;
  private final NpyItems items;
  private final String type;
  private final TimeUnits unit; // of times that become timestamps
  private final Object value;

  ItemValue(StoreField field, NpyItems items, TypeInfo type) {
    this.field = field;
    this.items = items;
    this.type = type.getTypeName();
    unit = this.type.equals("timestamp") ? TimeUnits.of(items.unit()) : null;
    value = newValue();
  }

  /** Returns the types that items can have. */
  static List<String> types(NpyItems items) {
    return switch (items.kind()) {
      case 'b' -> List.of("boolean");
      case 'i' -> WHOLE.subList(log2(items.bytes()), WHOLE.size());
      case 'u' ->
          items.bytes() < 8
              ? WHOLE.subList(log2(items.bytes()) + 1, WHOLE.size())
              : List.of("decimal(20,0)", "bigint");
      case 'f' ->
          items.bytes() > 8
              ? List.of()
              : items.bytes() == 8 ? List.of("double") : List.of("float", "double");
      case 'S', 'U' -> List.of("string");
      case 'M' ->
          TimeUnits.of(items.unit()) == null ? List.of("bigint") : List.of("timestamp", "bigint");
      case 'm' -> List.of("bigint");
      default -> List.of();
    };
  }

  private static int log2(int bytes) {
    return Integer.numberOfTrailingZeros(bytes);
  }

  static boolean fits(NpyItems items, TypeInfo type) {
    return types(items).contains(type.getTypeName());
  }

  /** Returns an object that {@link #set} fills. */
  Object newValue() {
    return switch (type) {
      case "boolean" -> new BooleanWritable();
      case "tinyint" -> new ByteWritable();
      case "smallint" -> new ShortWritable();
      case "int" -> new IntWritable();
      case "bigint" -> new LongWritable();
      case "decimal(20,0)" -> new HiveDecimalWritable();
      case "float" -> new FloatWritable();
      case "double" -> new DoubleWritable();
      case "string" -> new Text();
      case "timestamp" -> new TimestampWritableV2();
      default -> throw new IllegalStateException(type);
    };
  }

  @Override
  public Object of(StoreRecord record, int number) throws SerDeException {
    return set(value, record, record.bytes(number), record.start(number));
  }

  /** Fills an object; returns it, or null for a time that is none (NaT). */
  Object set(Object to, StoreRecord record, byte[] from, int at) throws SerDeException {
    switch (type) {
      case "boolean" -> ((BooleanWritable) to).set(items.getLong(from, at) != 0);
      case "tinyint" -> ((ByteWritable) to).set((byte) items.getLong(from, at));
      case "smallint" -> ((ShortWritable) to).set((short) items.getLong(from, at));
      case "int" -> ((IntWritable) to).set((int) items.getLong(from, at));
      case "bigint" -> ((LongWritable) to).set(signed(record, items.getLong(from, at)));
      case "decimal(20,0)" ->
          ((HiveDecimalWritable) to).set(HiveDecimal.create(unsigned(items.getLong(from, at))));
      case "float" -> ((FloatWritable) to).set((float) items.getDouble(from, at));
      case "double" -> ((DoubleWritable) to).set(items.getDouble(from, at));
      case "string" -> ((Text) to).set(items.getText(from, at));
      case "timestamp" -> {
        long time = items.getLong(from, at);
        if (time == TimeUnits.NOT_A_TIME) {
          return null;
        }
        ((TimestampWritableV2) to)
            .set(Timestamp.ofEpochSecond(unit.seconds(time), unit.nanos(time)));
      }
      default -> throw new IllegalStateException(type);
    }
    return to;
  }

  private long signed(StoreRecord record, long bits) throws SerDeException {
    if (bits < 0 && items.kind() == 'u') {
      throw new SerDeException(
          "the value of field "
              + field.name()
              + " of record "
              + record.id()
              + ": expected at most "
              + Long.MAX_VALUE
              + ", found "
              + Long.toUnsignedString(bits)
              + "; declare the column decimal(20,0)");
    }
    return bits;
  }

  private static BigInteger unsigned(long bits) {
    return new BigInteger(Long.toUnsignedString(bits));
  }

  /** Makes lists, within lists for more dimensions, of arrays. Lists and items are used again. */
  static final class ArrayValue implements ColumnValue {
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

    private void fill(
        Level level, int dimension, StoreRecord record, byte[] from, int at, int bytes)
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
}
