// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.Sample;
import dev.recordio.formats.SampleFields;
import dev.recordio.formats.SampleJson;
import dev.recordio.formats.SampleText;
import dev.recordio.formats.UnfitInputException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;

/**
 * The columns of MDS that become image, labels and key. The image: {@code image}, else the only
 * column of files. Labels: {@code label}, {@code labels} or {@code cls}: a number, an array of
 * numbers, or JSON. The key: {@code key} if its numbers are whole, with {@code id2} if that is
 * uint64. Or those that the options name; dots lead to fields of JSON.
 */
public final class MdsFields {
  /**
   * A column, or a field of a column's JSON.
   *
   * @param path of the field in the JSON; empty for all of the value
   */
  private record Field(int index, MdsSchema.Column column, String path) {
    String name() {
      return path.isEmpty() ? column.name() : column.name() + "." + path;
    }

    boolean isJson() {
      return column.encoding().equals("json") && column.isVariable();
    }

    boolean isText() {
      return column.encoding().equals("str") && column.isVariable();
    }
  }

  private final MdsSchema schema;
  private final Path file;
  private final Field image;
  private final Field label; // null: none is needed
  private final Field key; // null: none
  private final Field id2; // null: none
  private final Field header; // null: none
  private final MdsArray array = new MdsArray();

  /**
   * Chooses the columns.
   *
   * @param file names them, for errors
   * @throws UnfitInputException when one is missing, or does not hold what it should
   */
  public MdsFields(SampleFields fields, MdsSchema schema, Path file) throws UnfitInputException {
    this.schema = schema;
    this.file = file;
    image = image(fields.image());
    label = fields.labelled() || !fields.label().isEmpty() ? label(fields) : null;
    key = key(fields.key());
    Field high = find(SampleFields.ID2);
    Field odd = find(SampleFields.HEADER);
    header = odd != null && odd.path.isEmpty() && odd.column.isFile() ? odd : null;
    id2 = high != null && high.column.number() == MdsNumber.UINT64 ? high : null;
  }

  /** Returns the columns as text, for errors. */
  public static String text(MdsSchema schema) {
    return schema.columns().stream()
        .map(column -> column.name() + " (" + column.encoding() + ")")
        .collect(Collectors.joining(", "));
  }

  private Field image(String named) throws UnfitInputException {
    if (!named.isEmpty() || schema.indexOf(SampleFields.IMAGE) >= 0) {
      return require(
          named.isEmpty() ? SampleFields.IMAGE : named,
          field -> field.path.isEmpty() && field.column.isFile(),
          "bytes, jpeg or png as image",
          SampleFields.IMAGE);
    }
    List<MdsSchema.Column> files =
        schema.columns().stream()
            .filter(column -> column.isFile() && !column.name().equals(SampleFields.HEADER))
            .toList();
    if (files.size() != 1) {
      throw bad("a column 'image', or one of bytes, jpeg or png", text(schema), SampleFields.IMAGE);
    }
    return find(files.get(0).name());
  }

  private Field label(SampleFields fields) throws UnfitInputException {
    String name = fields.labelAmong(schema.columns().stream().map(MdsSchema.Column::name).toList());
    if (name.isEmpty()) {
      throw bad("a column 'label', 'labels' or 'cls'", text(schema), SampleFields.LABEL);
    }
    return require(
        name,
        field -> field.column.number() != null || field.column.items() != null || field.isJson(),
        "numbers, arrays of them, or json as labels",
        SampleFields.LABEL);
  }

  private Field key(String named) throws UnfitInputException {
    if (named.isEmpty()) {
      Field usual = find(SampleFields.KEY);
      return usual != null && isWhole(usual) ? usual : null;
    }
    return require(
        named,
        field -> isWhole(field) || field.isText() || field.isJson(),
        "whole numbers, str or json as keys",
        SampleFields.KEY);
  }

  private static boolean isWhole(Field field) {
    return field.column.number() != null && field.column.number().isWhole();
  }

  private Field require(String name, Predicate<Field> fits, String expected, String option)
      throws UnfitInputException {
    Field field = find(name);
    if (field == null) {
      throw bad("a column '" + name + "'", text(schema), option);
    }
    if (!fits.test(field)) {
      throw bad(expected + " in '" + name + "'", field.column.encoding(), option);
    }
    return field;
  }

  /** Returns a column, or a field of a column that is JSON; null when there is neither. */
  private Field find(String name) {
    int whole = schema.indexOf(name);
    if (whole >= 0) {
      return new Field(whole, schema.columns().get(whole), "");
    }
    for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      int column = schema.indexOf(name.substring(0, dot));
      if (column >= 0) {
        var field = new Field(column, schema.columns().get(column), name.substring(dot + 1));
        if (field.isJson()) {
          return field;
        }
      }
    }
    return null;
  }

  private UnfitInputException bad(String expected, String found, String option) {
    return new UnfitInputException(
        "unfit MDS columns: "
            + file
            + ": expected "
            + expected
            + ", found "
            + found
            + " (another column: "
            + SampleFields.option(option)
            + ")");
  }

  /**
   * Reads image, labels and key.
   *
   * @throws MalformedRecordException without the file's name
   */
  public void read(MdsSample from, Sample sample) throws MalformedRecordException {
    sample.setImage(from.array(), from.from(image.index), from.length(image.index));
    if (label != null) {
      readLabels(from, sample);
    }
    if (key != null) {
      sample.setKey(key(from));
    }
    if (id2 != null) {
      sample.setId2(MdsNumber.UINT64.whole(from.array(), from.from(id2.index)));
    }
    if (header != null && from.length(header.index) > 0) {
      int at = from.from(header.index);
      sample.setHeader(Arrays.copyOfRange(from.array(), at, at + from.length(header.index)));
    }
  }

  private void readLabels(MdsSample from, Sample sample) throws MalformedRecordException {
    int at = from.from(label.index);
    MdsNumber items = label.column.items();
    if (label.isJson()) {
      SampleJson.addLabels(json(from, label), label.name(), from.offset(at), sample);
    } else if (items == null) {
      sample.addLabel(number(from, label.column.number(), at));
    } else {
      array.reset(from, label.index, items);
      for (int i = 0; i < array.count(); i++) {
        sample.addLabel(number(from, items, array.from() + i * items.bytes()));
      }
    }
  }

  private float number(MdsSample from, MdsNumber type, int at) throws MalformedRecordException {
    if (type == MdsNumber.FLOAT32) {
      return MdsNumber.single(from.array(), at);
    }
    try {
      if (!type.isWhole()) {
        return SampleText.label(type.fraction(from.array(), at));
      }
      long whole = type.whole(from.array(), at);
      return type.isUnsigned() ? SampleText.unsignedLabel(whole) : SampleText.label(whole);
    } catch (NumberFormatException e) {
      String found =
          type.isUnsigned()
              ? Long.toUnsignedString(type.whole(from.array(), at))
              : type.isWhole()
                  ? Long.toString(type.whole(from.array(), at))
                  : Double.toString(type.fraction(from.array(), at));
      throw from.malformed(at, e.getMessage() + " in '" + label.name() + "'", found);
    }
  }

  private long key(MdsSample from) throws MalformedRecordException {
    int at = from.from(key.index);
    if (key.isJson()) {
      return SampleJson.key(json(from, key), key.name(), from.offset(at));
    }
    if (key.isText()) {
      try {
        return SampleText.key(from.array(), at, at + from.length(key.index));
      } catch (NumberFormatException e) {
        var text = new String(from.array(), at, from.length(key.index), StandardCharsets.UTF_8);
        throw from.malformed(
            at, e.getMessage() + " in '" + key.name() + "'", SampleText.found(text));
      }
    }
    MdsNumber type = key.column.number();
    long number = type.whole(from.array(), at);
    if (number < 0 && !type.isUnsigned()) {
      throw from.malformed(at, "a key from 0 in '" + key.name() + "'", Long.toString(number));
    }
    return number;
  }

  private static JsonNode json(MdsSample from, Field field) throws MalformedRecordException {
    int at = from.from(field.index);
    long offset = from.offset(at);
    JsonNode json = SampleJson.parse(from.array(), at, from.length(field.index), offset);
    JsonNode found = field.path.isEmpty() ? json : SampleJson.find(json, field.path);
    if (found == null) {
      throw from.malformed(at, "a field '" + field.name() + "'", "none");
    }
    return found;
  }
}
