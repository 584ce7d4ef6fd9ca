// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/**
 * The columns of a table.
 *
 * @param names in the table's order, in lower case
 * @param types one for each name
 */
record Columns(List<String> names, List<TypeInfo> types) {
  /**
   * Returns the columns that a table's properties specify.
   *
   * @throws SerDeException when there are not as many types as names
   */
  static Columns of(Properties table) throws SerDeException {
    String list = table.getProperty("columns", "");
    String delimiter = table.getProperty("column.name.delimiter", ",");
    List<String> names =
        list.isEmpty() ? List.of() : Arrays.asList(list.split(Pattern.quote(delimiter)));
    List<TypeInfo> types =
        TypeInfoUtils.getTypeInfosFromTypeString(table.getProperty("columns.types", ""));
    if (names.size() != types.size()) {
      throw new SerDeException(
          "the columns of a table: expected a type for each of " + names + ", found " + types);
    }
    return new Columns(names, types);
  }

  /** Returns the position of a column; -1 when the table does not have it. */
  int indexOf(String name) {
    return names.indexOf(name);
  }

  /**
   * Checks that every column is a known one.
   *
   * @param what has these columns, for the error
   * @param known the types of columns by name, as Hive writes types
   * @throws SerDeException which names the unknown column, and lists the known ones
   */
  void require(String what, Map<String, String> known) throws SerDeException {
    for (int i = 0; i < names.size(); i++) {
      String type = types.get(i).getTypeName();
      if (!type.equals(known.get(names.get(i)))) {
        throw new SerDeException(
            "no such column in "
                + what
                + ": expected columns out of "
                + known.entrySet().stream()
                    .map(column -> column.getKey() + " " + column.getValue())
                    .collect(Collectors.joining(", "))
                + "; found "
                + names.get(i)
                + " "
                + type);
      }
    }
  }

  /**
   * Returns the inspector of rows that are lists of the columns, each read by one of {@code
   * inspectors}.
   */
  StructObjectInspector rows(Map<String, ObjectInspector> inspectors) {
    return ObjectInspectorFactory.getStandardStructObjectInspector(
        names, names.stream().map(inspectors::get).toList());
  }
}
