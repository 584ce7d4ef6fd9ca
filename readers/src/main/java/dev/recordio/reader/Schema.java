// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.conf.InvalidSettingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * What the items of a reader are: named fields, as MXNet's iterators describe them in provide_data
 * and provide_label.
 *
 * @param fields the fields, in their order in an item
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record Schema(List<Field> fields) {
  /** A length that is not fixed. */
  public static final int ANY = -1;

  /** A record: some bytes. */
  public static final Schema RECORD =
      new Schema(List.of(new Field("data", Type.UINT8, List.of(ANY), "bytes")));

  /** A sparse row: label, weight, query id, and entries of field, index and value. */
  public static final Schema ROW =
      new Schema(
          List.of(
              new Field("label", Type.FLOAT32, List.of(), ""),
              new Field("weight", Type.FLOAT32, List.of(), ""),
              new Field("qid", Type.UINT64, List.of(), ""),
              new Field("field", Type.UINT32, List.of(ANY), "entries"),
              new Field("index", Type.UINT64, List.of(ANY), "entries"),
              new Field("value", Type.FLOAT32, List.of(ANY), "entries")));

  /** The type of a field's numbers, little-endian. */
  public enum Type {
    INT8(1),
    UINT8(1),
    INT16(2),
    UINT16(2),
    INT32(4),
    UINT32(4),
    INT64(8),
    UINT64(8),
    FLOAT16(2),
    FLOAT32(4),
    FLOAT64(8),
    /** A Java object. */
    OBJECT(0);

    private final int bytes;

    Type(int bytes) {
      this.bytes = bytes;
    }

    /** Returns the bytes of one number. */
    public int bytes() {
      return bytes;
    }
  }

  /**
   * A field.
   *
   * @param name its name
   * @param type the type of its numbers
   * @param shape the lengths of its dimensions, {@link #ANY} where not fixed; empty for one number
   * @param layout the names of its dimensions, such as CHW; may be empty
   */
  public record Field(String name, Type type, List<Integer> shape, String layout) {
    /** Creates a field. */
    public Field {
      shape = List.copyOf(shape);
    }

    /**
     * Reads the text of a field.
     *
     * @param name the field's name
     * @param text {@code type[d,...]:LAYOUT}, such as {@code uint8[3,32,32]:CHW}, {@code
     *     float32[-1]} or {@code int32}
     * @throws InvalidSettingException when it is something else; the message has what is accepted
     */
    public static Field parse(String name, String text) {
      return FieldText.parse(name, text);
    }

    /**
     * Reads a field and its name, as {@link #toString} writes it.
     *
     * @throws InvalidSettingException when it is something else
     */
    public static Field parse(String text) {
      int equals = text.indexOf('=');
      if (equals < 0) {
        throw new InvalidSettingException(
            "'" + text + "' is no field: write NAME=TYPE, such as data=uint8[3,32,32]:CHW");
      }
      return parse(text.substring(0, equals).strip(), text.substring(equals + 1));
    }

    /** Returns the field as texts of pipelines have it, such as {@code data=uint8[3,32,32]:CHW}. */
    @Override
    public String toString() {
      String lengths =
          shape.isEmpty()
              ? ""
              : shape.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
      return name
          + "="
          + type.name().toLowerCase(java.util.Locale.ROOT)
          + lengths
          + (layout.isEmpty() ? "" : ":" + layout);
    }
  }

  /** Creates a schema. */
  public Schema {
    fields = List.copyOf(fields);
  }

  /** Returns the schema of batches of such items: each field has one more dimension, the first. */
  public Schema batched() {
    return new Schema(
        fields.stream()
            .map(
                field -> {
                  var shape = new ArrayList<Integer>();
                  shape.add(ANY);
                  shape.addAll(field.shape);
                  String layout = field.layout.isEmpty() ? "" : "N" + field.layout;
                  return new Field(field.name, field.type, shape, layout);
                })
            .toList());
  }

  /** Returns the fields of this schema and, after them, the fields of another one. */
  public Schema and(Schema other) {
    var all = new ArrayList<>(fields);
    all.addAll(other.fields);
    return new Schema(all);
  }

  @Override
  public String toString() {
    return fields.stream().map(Field::toString).collect(Collectors.joining(", "));
  }

  /** The text of a field of a schema. */
  private static final class FieldText {
    private static final Pattern FIELD =
        Pattern.compile(
            "\\s*(?<type>\\w+)\\s*(?:\\[(?<shape>[^\\]]*)\\])?\\s*(?::\\s*(?<layout>\\w+))?\\s*");

    private FieldText() {}

    /** Reads it: {@code type[d,...]:LAYOUT}. */
    static Schema.Field parse(String name, String text) {
      Matcher matcher = FIELD.matcher(text);
      if (!matcher.matches()) {
        throw wrong(name, text, "type[d,...]:LAYOUT, such as uint8[3,32,32]:CHW or float32");
      }
      String layout = matcher.group("layout");
      return new Schema.Field(
          name,
          type(name, text, matcher.group("type")),
          shape(name, text, matcher.group("shape")),
          layout == null ? "" : layout);
    }

    private static Schema.Type type(String name, String text, String type) {
      return Arrays.stream(Schema.Type.values())
          .filter(each -> name(each).equals(type))
          .findFirst()
          .orElseThrow(() -> wrong(name, text, "one of the types " + types()));
    }

    private static String types() {
      return Arrays.stream(Schema.Type.values())
          .map(FieldText::name)
          .collect(Collectors.joining(", "));
    }

    private static String name(Schema.Type type) {
      return type.name().toLowerCase(Locale.ROOT);
    }

    private static List<Integer> shape(String name, String text, String lengths) {
      var shape = new ArrayList<Integer>();
      if (lengths == null) {
        return shape;
      }
      for (String length : lengths.split(",", -1)) {
        int number;
        try {
          number = Integer.parseInt(length.strip());
        } catch (NumberFormatException e) {
          number = 0;
        }
        if (number < 1 && number != Schema.ANY) {
          throw wrong(name, text, "lengths of at least 1, or -1 for any, in the brackets");
        }
        shape.add(number);
      }
      return shape;
    }

    private static InvalidSettingException wrong(String name, String text, String expected) {
      return new InvalidSettingException(
          "the field " + name + " is \"" + text + "\": expected " + expected);
    }
  }
}
