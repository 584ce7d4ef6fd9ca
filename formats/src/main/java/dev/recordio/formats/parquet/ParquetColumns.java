// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import dev.recordio.formats.SampleFields;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.image.ImageExtensions;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * The columns of a Parquet file that a sample is in: the configured ones, or the usual names.
 *
 * @param image bytes of images
 * @param label numbers, or lists of them; null when records get no header
 * @param key whole numbers; null when records are numbered
 * @param header the bytes of headers that key and labels do not give back; null when there is no
 *     such column
 * @param id2 high halves of keys; null when there is no such column
 */
public record ParquetColumns(
    ParquetColumn image,
    ParquetColumn label,
    ParquetColumn key,
    ParquetColumn header,
    ParquetColumn id2) {
  private static final String BYTES = "bytes";

  /**
   * Finds the columns of a file.
   *
   * @param file for errors
   * @throws UnfitInputException when one is missing, or can't hold what is wanted of it
   */
  public static ParquetColumns of(SampleFields fields, MessageType schema, String file)
      throws UnfitInputException {
    ParquetColumn key = fields.labelled() ? key(fields.key(), schema, file) : null;
    return new ParquetColumns(
        image(fields.image(), schema, file),
        fields.labelled() ? label(fields, schema, file) : null,
        key,
        key != null ? header(schema) : null,
        key != null && fields.key().isEmpty() ? id2(schema) : null);
  }

  /** Returns the columns as a schema, to read them and no others. */
  public MessageType projection(MessageType schema) {
    MessageType all = new MessageType(schema.getName());
    for (ParquetColumn column : new ParquetColumn[] {key, id2, image, label, header}) {
      if (column != null) {
        all = all.union(ParquetColumn.only(schema, column.path()));
      }
    }
    return all;
  }

  private static ParquetColumn image(String name, MessageType schema, String file)
      throws UnfitInputException {
    String found = name.isEmpty() ? imageName(schema) : name;
    ParquetColumn column = ParquetColumn.find(schema, found, BYTES);
    if (column == null) {
      throw missing(schema, found, "image: bytes, or a group with bytes", SampleFields.IMAGE, file);
    }
    PrimitiveType type = column.type();
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    boolean text = logical != null && logical.equals(LogicalTypeAnnotation.stringType());
    if (type.getPrimitiveTypeName() != PrimitiveTypeName.BINARY || text || column.isList()) {
      throw unfit(column, "the bytes of an image", SampleFields.IMAGE, file);
    }
    return column;
  }

  /** Returns the usual name, else the first one that is a suffix of images, else the usual name. */
  private static String imageName(MessageType schema) {
    return schema.containsField(SampleFields.IMAGE)
        ? SampleFields.IMAGE
        : schema.getFields().stream()
            .map(Type::getName)
            .filter(name -> ImageExtensions.DEFAULT.matches("x." + name))
            .findFirst()
            .orElse(SampleFields.IMAGE);
  }

  private static ParquetColumn label(SampleFields fields, MessageType schema, String file)
      throws UnfitInputException {
    String among = fields.labelAmong(schema.getFields().stream().map(Type::getName).toList());
    String found = among.isEmpty() ? SampleFields.LABEL : among;
    ParquetColumn column = ParquetColumn.find(schema, found, null);
    if (column == null) {
      throw missing(schema, found, "label: a number, or a list of them", SampleFields.LABEL, file);
    }
    boolean number =
        switch (column.type().getPrimitiveTypeName()) {
          case FLOAT, DOUBLE -> true;
          case INT32, INT64 -> isWhole(column.type());
          default -> false;
        };
    if (!number) {
      throw unfit(column, "a number or a list of numbers", SampleFields.LABEL, file);
    }
    return column;
  }

  /** The usual name counts only where it has whole numbers: other loaders have texts there. */
  private static ParquetColumn key(String name, MessageType schema, String file)
      throws UnfitInputException {
    ParquetColumn column =
        ParquetColumn.find(schema, name.isEmpty() ? SampleFields.KEY : name, null);
    boolean whole = column != null && !column.isList() && isWhole(column.type());
    if (whole || name.isEmpty()) {
      return whole ? column : null;
    }
    throw column == null
        ? missing(schema, name, "key: a whole number", SampleFields.KEY, file)
        : unfit(column, "a whole number", SampleFields.KEY, file);
  }

  private static ParquetColumn header(MessageType schema) {
    ParquetColumn column = ParquetColumn.find(schema, SampleFields.HEADER, null);
    return column != null
            && !column.isList()
            && column.type().getPrimitiveTypeName() == PrimitiveTypeName.BINARY
        ? column
        : null;
  }

  private static ParquetColumn id2(MessageType schema) {
    ParquetColumn column = ParquetColumn.find(schema, SampleFields.ID2, null);
    return column != null
            && column.type().getPrimitiveTypeName() == PrimitiveTypeName.INT64
            && column.type().isRepetition(Type.Repetition.REQUIRED)
        ? column
        : null;
  }

  private static boolean isWhole(PrimitiveType type) {
    PrimitiveTypeName name = type.getPrimitiveTypeName();
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    return (name == PrimitiveTypeName.INT32 || name == PrimitiveTypeName.INT64)
        && (logical == null || logical instanceof IntLogicalTypeAnnotation);
  }

  private static UnfitInputException missing(
      MessageType schema, String name, String what, String field, String file) {
    List<String> names = schema.getFields().stream().map(Type::getName).toList();
    return new UnfitInputException(
        "no column "
            + name
            + " ("
            + what
            + ") in "
            + file
            + ": found "
            + names
            + "; "
            + SampleFields.option(field)
            + " names another one");
  }

  private static UnfitInputException unfit(
      ParquetColumn column, String wanted, String field, String file) {
    return new UnfitInputException(
        "column "
            + column
            + " of "
            + file
            + ": expected "
            + wanted
            + ", found "
            + (column.isList() ? "lists of " : "")
            + column.type()
            + "; "
            + SampleFields.option(field)
            + " names another one");
  }
}
