// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.scan;

import dev.recordio.conf.InvalidSettingException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of a source, each with the types it supports, its own type first. */
public final class Columns {
  private final String source;
  private final Map<String, List<DataType>> types = new LinkedHashMap<>();
  private List<DataType> others = List.of(); // of further columns; none: there are no others

  /** Makes an empty set of columns; {@code source} names it in errors. */
  public Columns(String source) {
    this.source = source;
  }

  /** Adds a column. */
  public Columns with(String name, DataType... columnTypes) {
    types.put(name, List.of(columnTypes));
    return this;
  }

  /** Allows any other column of one of these types. */
  public Columns withOthers(DataType... columnTypes) {
    others = List.of(columnTypes);
    return this;
  }

  /** Whether a column is one of the source's own. */
  public boolean has(String name) {
    return types.containsKey(name);
  }

  /** Returns all columns, each of its own type, nullable as all columns of files are in Spark. */
  public StructType schema() {
    var schema = new StructType();
    for (Map.Entry<String, List<DataType>> column : types.entrySet()) {
      schema = schema.add(column.getKey(), column.getValue().get(0), true);
    }
    return schema;
  }

  /**
   * Checks that {@code schema} has only columns of this source, with types they support.
   *
   * @throws InvalidSettingException when it does not
   */
  public void check(StructType schema) {
    for (StructField field : schema.fields()) {
      List<DataType> known = types.getOrDefault(name(field), others);
      if (known.isEmpty()) {
        throw new InvalidSettingException(
            source + " has no column '" + field.name() + "'; its columns are " + this);
      }
      if (known.stream().noneMatch(type -> type.sameType(field.dataType()))) {
        throw new InvalidSettingException(
            "column '"
                + field.name()
                + "' of "
                + source
                + " is "
                + known.get(0).sql()
                + ", not "
                + field.dataType().sql());
      }
    }
  }

  /** Returns the name of a column as in this source. */
  public static String name(StructField field) {
    return field.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the index of a column in {@code schema}; -1 if it has none. */
  public static int at(StructType schema, String name) {
    StructField[] fields = schema.fields();
    for (int i = 0; i < fields.length; i++) {
      if (name(fields[i]).equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the index of a required column in {@code schema}.
   *
   * @throws InvalidSettingException when it does not
   */
  public int require(StructType schema, String name) {
    int at = at(schema, name);
    if (at < 0) {
      throw new InvalidSettingException(
          "to write "
              + source
              + ", a column '"
              + name
              + "' is needed; it takes the columns "
              + this);
    }
    return at;
  }

  @Override
  public String toString() {
    var text = new StringJoiner(", ");
    types.forEach((name, list) -> text.add(name + " " + list.get(0).sql()));
    return text.toString();
  }
}
