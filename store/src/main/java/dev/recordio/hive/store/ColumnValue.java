// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive.store;

import dev.recordio.hive.store.ItemValue.ArrayValue;
import dev.recordio.npy.NpyItems;
import dev.recordio.npy.NpyType;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.util.List;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/** Makes the value of a column out of the value of a field. */
interface ColumnValue {
  /** Returns the value of a field that the record has a value of. */
  Object of(StoreRecord record, int field) throws SerDeException;

  /** Returns the maker for a field and the type of its column. */
  static ColumnValue of(StoreField field, TypeInfo type) throws SerDeException {
    FieldType of = field.type();
    if (type.getTypeName().equals("binary")) {
      var binary = new BytesWritable();
      return (record, number) -> {
        binary.set(record.bytes(number), record.start(number), record.length(number));
        return binary;
      };
    }
    if (of.kind() == FieldType.Kind.TEXT && type.getTypeName().equals("string")) {
      var text = new Text();
      return (record, number) -> {
        text.set(record.bytes(number), record.start(number), record.length(number));
        return text;
      };
    }
    if (!of.item().isEmpty()) {
      int dimensions = of.shape().size() + (of.kind() == FieldType.Kind.RAGGED ? 1 : 0);
      TypeInfo item = type;
      int lists = 0;
      for (; item instanceof ListTypeInfo list; lists++) {
        item = list.getListElementTypeInfo();
      }
      NpyItems items = NpyItems.of(NpyType.parse(of.item()));
      if (lists == dimensions && item instanceof PrimitiveTypeInfo && ItemValue.fits(items, item)) {
        return dimensions == 0
            ? new ItemValue(field, items, item)
            : new ArrayValue(field, items, item);
      }
    }
    throw new SerDeException(
        "wrong type of column "
            + StoreSerDe.column(field.name())
            + ": the field "
            + field
            + " can be "
            + String.join(" or ", possible(of))
            + "; found "
            + type.getTypeName());
  }

  /** Returns the types of columns that a field's values can have, as Hive writes them. */
  private static List<String> possible(FieldType type) {
    if (type.item().isEmpty()) {
      return type.kind() == FieldType.Kind.TEXT ? List.of("string", "binary") : List.of("binary");
    }
    int dimensions = type.shape().size() + (type.kind() == FieldType.Kind.RAGGED ? 1 : 0);
    List<String> items = ItemValue.types(NpyItems.of(NpyType.parse(type.item())));
    var all =
        new java.util.ArrayList<>(
            items.stream()
                .map(item -> "array<".repeat(dimensions) + item + ">".repeat(dimensions))
                .toList());
    all.add("binary");
    return all;
  }

  /** Checks that columns of a type can be made at all. */
  static void requireKnown(String column, TypeInfo type) throws SerDeException {
    TypeInfo item = type;
    while (item instanceof ListTypeInfo list) {
      item = list.getListElementTypeInfo();
    }
    if (!ItemValue.ALL_TYPES.contains(item.getTypeName())
        && !(item == type && item.getTypeName().equals("binary"))) {
      throw new SerDeException(
          "wrong type of column "
              + column
              + ": expected binary, or one of "
              + String.join(", ", ItemValue.ALL_TYPES)
              + ", or an array of it; found "
              + type.getTypeName());
    }
  }
}
