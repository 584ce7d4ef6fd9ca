// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.store;

import dev.recordio.npy.NpyItems;
import dev.recordio.npy.NpyType;
import dev.recordio.npy.TimeUnits;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The columns of a store's fields. */
public final class StoreColumns {
  /** The column of ids. */
  static final String ID = "id";

  private static final int U8_DIGITS = 20;

  private StoreColumns() {}

  /** Returns the columns: ids, and the fields in their order. */
  public static StructType schema(StoreSchema fields) {
    StructType schema = new StructType().add(ID, DataTypes.LongType, false);
    for (StoreField field : fields.fields()) {
      schema = schema.add(field.name(), type(field.type()), true);
    }
    return schema;
  }

  /** Returns the names of the fields that columns are made of. */
  static List<String> fields(StructType wanted) {
    return Arrays.stream(wanted.fieldNames()).filter(name -> !name.equals(ID)).toList();
  }

  private static DataType type(FieldType type) {
    if (type.item().isEmpty()) {
      return type.kind() == FieldType.Kind.TEXT ? DataTypes.StringType : DataTypes.BinaryType;
    }
    DataType item = item(NpyItems.of(NpyType.parse(type.item())));
    if (item == null) {
      return DataTypes.BinaryType;
    }
    int dimensions = type.shape().size() + (type.kind() == FieldType.Kind.RAGGED ? 1 : 0);
    boolean nulls = item.equals(DataTypes.TimestampNTZType); // times may be none
    for (int i = 0; i < dimensions; i++) {
      item = DataTypes.createArrayType(item, i == 0 && nulls);
    }
    return item;
  }

  /** Returns the type of one item; null where it is only bytes. */
  static DataType item(NpyItems items) {
    return switch (items.kind()) {
      case 'b' -> DataTypes.BooleanType;
      case 'i' ->
          switch (items.bytes()) {
            case 1 -> DataTypes.ByteType;
            case 2 -> DataTypes.ShortType;
            case 4 -> DataTypes.IntegerType;
            default -> DataTypes.LongType;
          };
      case 'u' ->
          switch (items.bytes()) {
            case 1 -> DataTypes.ShortType;
            case 2 -> DataTypes.IntegerType;
            case 4 -> DataTypes.LongType;
            default -> DataTypes.createDecimalType(U8_DIGITS, 0);
          };
      case 'f' ->
          items.bytes() > 8
              ? null
              : items.bytes() == 8 ? DataTypes.DoubleType : DataTypes.FloatType;
      case 'S', 'U' -> DataTypes.StringType;
      case 'M' ->
          TimeUnits.of(items.unit()) == null ? DataTypes.LongType : DataTypes.TimestampNTZType;
      case 'm' -> DataTypes.LongType;
      default -> null;
    };
  }
}
