// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive.store;

import dev.recordio.hive.RowSerDe;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;

/**
 * Rows of Hive from the records of a store: a column {@code id BIGINT}, and columns with the names
 * of fields, in any order; a table may leave some out. A column whose field is not in the store, or
 * whose value is absent, is null. Values of a row are used again for the next one.
 *
 * <p>Types of columns: of one item {@code BOOLEAN} (b1), {@code TINYINT} (i1), {@code SMALLINT}
 * (i2, u1), {@code INT} (i4, u2), {@code BIGINT} (i8, u4, and u8 up to 2^63 - 1), {@code
 * DECIMAL(20,0)} (u8), {@code FLOAT} (f2, f4), {@code DOUBLE} (f8), {@code STRING} (S, U), {@code
 * TIMESTAMP} or {@code BIGINT} (M8), {@code BIGINT} (m8); a wider type of the same sort is fine,
 * too. {@code ARRAY} of these, once for each dimension, for shapes. {@code STRING} for text, {@code
 * BINARY} for bytes and, as they are stored, for anything else.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class StoreSerDe extends RowSerDe {
  private static final String ID = "id";

  private final LongWritable id = new LongWritable();
  private List<String> names;
  private List<TypeInfo> types;
  private Object[] row;
  private List<Object> rowList;
  private StoreSchema schema; // of the records so far
  private ColumnValue[] values; // of each column; null where the record has no such field
  private int[] fields;

  /** Returns the name of a field's column. */
  static String column(String field) {
    return field.toLowerCase(Locale.ROOT);
  }

  @Override
  protected StructObjectInspector begin(Configuration conf, Properties table)
      throws SerDeException {
    String list = table.getProperty("columns", "");
    names =
        list.isEmpty()
            ? List.of()
            : Arrays.asList(
                list.split(Pattern.quote(table.getProperty("column.name.delimiter", ","))));
    types = TypeInfoUtils.getTypeInfosFromTypeString(table.getProperty("columns.types", ""));
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equals(ID) && !types.get(i).equals(TypeInfoFactory.longTypeInfo)) {
        throw new SerDeException(
            "wrong type of column id: expected bigint, found " + types.get(i).getTypeName());
      }
      ColumnValue.requireKnown(names.get(i), types.get(i));
    }
    row = new Object[names.size()];
    rowList = Arrays.asList(row);
    List<ObjectInspector> inspectors =
        types.stream().map(TypeInfoUtils::getStandardWritableObjectInspectorFromTypeInfo).toList();
    return ObjectInspectorFactory.getStandardStructObjectInspector(names, inspectors);
  }

  @Override
  public Object deserialize(Writable value) throws SerDeException {
    var record = (StoreRecord) value;
    if (record.schema() != schema) {
      bind(record.schema());
    }
    id.set(record.id());
    for (int i = 0; i < row.length; i++) {
      if (values[i] != null) {
        boolean present = record.isPresent(fields[i]);
        row[i] = present ? values[i].of(record, fields[i]) : null;
      }
    }
    return rowList;
  }

  /** Finds the fields of the columns. */
  private void bind(StoreSchema of) throws SerDeException {
    values = new ColumnValue[names.size()];
    fields = new int[names.size()];
    for (int i = 0; i < names.size(); i++) {
      row[i] = names.get(i).equals(ID) ? id : null;
      for (int field = 0; field < of.fields().size(); field++) {
        StoreField found = of.fields().get(field);
        if (column(found.name()).equals(names.get(i))) {
          fields[i] = field;
          values[i] = ColumnValue.of(found, types.get(i));
        }
      }
    }
    schema = of;
  }

  @Override
  public Class<? extends Writable> getSerializedClass() {
    return StoreRecord.class;
  }

  @Override
  public Writable serialize(Object object, ObjectInspector inspector) throws SerDeException {
    throw new SerDeException("Hive only reads record stores");
  }
}
