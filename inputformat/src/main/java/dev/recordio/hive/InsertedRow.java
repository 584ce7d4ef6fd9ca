// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.util.List;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorUtils;

/** A row that Hive inserts, by the names of the table's columns. */
final class InsertedRow {
  private final Columns columns;
  private Object row;
  private StructObjectInspector inspector;
  private List<? extends StructField> fields;

  InsertedRow(Columns columns) {
    this.columns = columns;
  }

  /** Moves to another row. */
  void set(Object insertedRow, StructObjectInspector rowInspector) {
    row = insertedRow;
    if (inspector != rowInspector) {
      inspector = rowInspector;
      fields = rowInspector.getAllStructFieldRefs();
    }
  }

  /** Returns the value of a column; null for a null, and when the table has no such column. */
  Object get(String column) {
    int at = columns.indexOf(column);
    return at < 0 ? null : inspector.getStructFieldData(row, fields.get(at));
  }

  /**
   * Returns the value of a column.
   *
   * @throws SerDeException when that is null, or the table has no such column
   */
  Object required(String column) throws SerDeException {
    return notNull(get(column), column);
  }

  /** Returns an object that must not be null. */
  static Object notNull(Object object, String what) throws SerDeException {
    if (object == null) {
      throw new SerDeException(
          "a row that cannot be written: expected a value of "
              + what
              + ", found NULL or no column");
    }
    return object;
  }

  /** Returns the inspector of a column that the table has. */
  ObjectInspector inspector(String column) {
    return fields.get(columns.indexOf(column)).getFieldObjectInspector();
  }

  /** Returns a column's value as a number; 0 for null. */
  long number(String column) {
    Object value = get(column);
    return value == null ? 0 : number(value, inspector(column));
  }

  /** Returns a number that {@code of} inspects. */
  static long number(Object value, ObjectInspector of) {
    return PrimitiveObjectInspectorUtils.getLong(value, (PrimitiveObjectInspector) of);
  }

  /** Returns a number that {@code of} inspects. */
  static double exact(Object value, ObjectInspector of) {
    return PrimitiveObjectInspectorUtils.getDouble(value, (PrimitiveObjectInspector) of);
  }

  /** Returns a number that {@code of} inspects, rounded to the nearest float. */
  static float fraction(Object value, ObjectInspector of) {
    return PrimitiveObjectInspectorUtils.getFloat(value, (PrimitiveObjectInspector) of);
  }
}
