// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** A column of numbers or bytes, or of lists of them. */
public final class ParquetColumn {
  private final ColumnDescriptor column;

  private ParquetColumn(ColumnDescriptor column) {
    this.column = column;
  }

  /**
   * Finds a column.
   *
   * @param name its path, with dots between names; one of a list need not name the list's own
   *     levels
   * @param child the field to take of a group with several, or null
   * @return null when there is none, or several
   */
  static ParquetColumn find(MessageType schema, String name, String child) {
    var path = new ArrayList<String>();
    Type type = descend(schema, name, path);
    if (type != null && !type.isPrimitive() && child != null) {
      type = step(type.asGroupType(), child, path);
    }
    while (type != null && !type.isPrimitive()) {
      GroupType group = type.asGroupType();
      type = group.getFieldCount() == 1 ? step(group, group.getFieldName(0), path) : null;
    }
    if (type == null) {
      return null;
    }
    ColumnDescriptor column = schema.getColumnDescription(path.toArray(String[]::new));
    return column.getMaxRepetitionLevel() > 1 ? null : new ParquetColumn(column);
  }

  /** Follows a path; names may have dots themselves, and the longest one comes first. */
  private static Type descend(GroupType group, String name, List<String> path) {
    Type whole = step(group, name, path);
    if (whole != null) {
      return whole;
    }
    for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      Type next = step(group, name.substring(0, dot), path);
      if (next != null) {
        return next.isPrimitive()
            ? null
            : descend(next.asGroupType(), name.substring(dot + 1), path);
      }
    }
    return null;
  }

  static MessageType only(MessageType schema, String[] path) {
    Type type = schema.getType(path);
    for (int depth = path.length - 1; depth > 0; depth--) {
      GroupType group = schema.getType(Arrays.copyOf(path, depth)).asGroupType();
      type = group.withNewFields(type);
    }
    return new MessageType(schema.getName(), type);
  }

  private static Type step(GroupType group, String name, List<String> path) {
    if (!group.containsField(name)) {
      return null;
    }
    path.add(name);
    return group.getType(name);
  }

  /** Returns the names from the file down to the values. */
  public String[] path() {
    return column.getPath();
  }

  PrimitiveType type() {
    return column.getPrimitiveType();
  }

  /** Whether the values are whole numbers without a sign. */
  boolean isUnsigned() {
    return type().getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation whole
        && !whole.isSigned();
  }

  /** Whether a row has a list of values. */
  boolean isList() {
    return column.getMaxRepetitionLevel() == 1;
  }

  /** Returns the definition level of a value that is there. */
  int definition() {
    return column.getMaxDefinitionLevel();
  }

  /** Returns the definition level of an element of a list, which may be null. */
  int elementDefinition() {
    return type().isRepetition(Type.Repetition.OPTIONAL) ? definition() - 1 : definition();
  }

  @Override
  public String toString() {
    return String.join(".", path());
  }
}
