// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.image.ImageExtensions;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.schema.GroupType;
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
record ParquetColumns(
    ParquetColumn image,
    ParquetColumn label,
    ParquetColumn key,
    ParquetColumn header,
    ParquetColumn id2) {
  private static final List<String> LABELS = List.of("label", "labels", "cls");
  private static final String IMAGE = "image";
  private static final String BYTES = "bytes";
  private static final String KEY = "key";
  private static final String ID2 = "id2";

  /**
   * Finds the columns of a file.
   *
   * @param file for errors
   * @throws BadInputException when one is missing, or can't hold what is wanted of it
   */
  static ParquetColumns of(Configuration conf, MessageType schema, String file)
      throws BadInputException {
    boolean header = !PackConf.HEADER.getChoice(conf).equals("none");
    ParquetColumn key = header ? key(conf, schema, file) : null;
    return new ParquetColumns(
        image(conf, schema, file),
        header ? label(conf, schema, file) : null,
        key,
        key != null ? header(schema) : null,
        key != null && PackConf.KEY_FIELD.get(conf).isEmpty() ? id2(schema) : null);
  }

  /** Returns the columns as a schema, to read them and no others. */
  MessageType projection(MessageType schema) {
    MessageType all = new MessageType(schema.getName());
    for (ParquetColumn column : new ParquetColumn[] {key, id2, image, label, header}) {
      if (column != null) {
        all = all.union(only(schema, column.path()));
      }
    }
    return all;
  }

  private static MessageType only(MessageType schema, String[] path) {
    Type type = schema.getType(path);
    for (int depth = path.length - 1; depth > 0; depth--) {
      GroupType group = schema.getType(Arrays.copyOf(path, depth)).asGroupType();
      type = group.withNewFields(type);
    }
    return new MessageType(schema.getName(), type);
  }

  private static ParquetColumn image(Configuration conf, MessageType schema, String file)
      throws BadInputException {
    String name = PackConf.IMAGE_FIELD.get(conf);
    String found = name.isEmpty() ? imageName(schema) : name;
    ParquetColumn column = ParquetColumn.find(schema, found, BYTES);
    if (column == null) {
      throw missing(schema, found, "image: bytes, or a group with bytes", "--image-field", file);
    }
    PrimitiveType type = column.type();
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    boolean text = logical != null && logical.equals(LogicalTypeAnnotation.stringType());
    if (type.getPrimitiveTypeName() != PrimitiveTypeName.BINARY || text || column.isList()) {
      throw unfit(column, "the bytes of an image", "--image-field", file);
    }
    return column;
  }

  /** Returns the usual name, else the first one that is a suffix of images, else the usual name. */
  private static String imageName(MessageType schema) {
    return schema.containsField(IMAGE)
        ? IMAGE
        : schema.getFields().stream()
            .map(Type::getName)
            .filter(name -> ImageExtensions.DEFAULT.matches("x." + name))
            .findFirst()
            .orElse(IMAGE);
  }

  private static ParquetColumn label(Configuration conf, MessageType schema, String file)
      throws BadInputException {
    String name = PackConf.LABEL_FIELD.get(conf);
    String found =
        name.isEmpty()
            ? LABELS.stream().filter(schema::containsField).findFirst().orElse(LABELS.get(0))
            : name;
    ParquetColumn column = ParquetColumn.find(schema, found, null);
    if (column == null) {
      throw missing(schema, found, "label: a number, or a list of them", "--label-field", file);
    }
    boolean number =
        switch (column.type().getPrimitiveTypeName()) {
          case FLOAT, DOUBLE -> true;
          case INT32, INT64 -> isWhole(column.type());
          default -> false;
        };
    if (!number) {
      throw unfit(column, "a number or a list of numbers", "--label-field", file);
    }
    return column;
  }

  /** The usual name counts only where it has whole numbers: other loaders have texts there. */
  private static ParquetColumn key(Configuration conf, MessageType schema, String file)
      throws BadInputException {
    String name = PackConf.KEY_FIELD.get(conf);
    ParquetColumn column = ParquetColumn.find(schema, name.isEmpty() ? KEY : name, null);
    boolean whole = column != null && !column.isList() && isWhole(column.type());
    if (whole || name.isEmpty()) {
      return whole ? column : null;
    }
    throw column == null
        ? missing(schema, name, "key: a whole number", "--key-field", file)
        : unfit(column, "a whole number", "--key-field", file);
  }

  private static ParquetColumn header(MessageType schema) {
    ParquetColumn column = ParquetColumn.find(schema, ExactHeader.FIELD, null);
    return column != null
            && !column.isList()
            && column.type().getPrimitiveTypeName() == PrimitiveTypeName.BINARY
        ? column
        : null;
  }

  private static ParquetColumn id2(MessageType schema) {
    ParquetColumn column = ParquetColumn.find(schema, ID2, null);
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

  private static BadInputException missing(
      MessageType schema, String name, String what, String option, String file) {
    List<String> names = schema.getFields().stream().map(Type::getName).toList();
    return new BadInputException(
        "no column "
            + name
            + " ("
            + what
            + ") in "
            + file
            + ": found "
            + names
            + "; "
            + option
            + " names another one",
        null);
  }

  private static BadInputException unfit(
      ParquetColumn column, String wanted, String option, String file) {
    return new BadInputException(
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
            + option
            + " names another one",
        null);
  }
}
