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

/** The text of a field of a schema. */
final class FieldText {
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
