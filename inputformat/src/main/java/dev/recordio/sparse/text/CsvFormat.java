// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.sparse.text.CsvOptions.Header;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * CSV text. The arguments are dmlc-core's {@code label_column}, {@code weight_column} and {@code
 * delimiter}, and {@code header}, which is {@code auto}, {@code yes} or {@code no}. The delimiter
 * is a character, or {@code tab}, {@code comma} or {@code semicolon}, which lists of inputs can
 * hold without escapes.
 */
public final class CsvFormat implements TextFormat {
  /** The format's name. */
  public static final String NAME = "csv";

  /** The argument that names the column of the labels. */
  public static final String LABEL_COLUMN = "label_column";

  private static final String WEIGHT = "weight_column";
  private static final String DELIMITER = "delimiter";
  private static final String HEADER = "header";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "cells between delimiters";
  }

  @Override
  public Set<String> arguments() {
    return Set.of(LABEL_COLUMN, WEIGHT, DELIMITER, HEADER, Labels.NAME);
  }

  @Override
  public LineParser parser(TextOptions options) {
    Map<String, String> arguments = options.arguments();
    int label = column(arguments, LABEL_COLUMN);
    Labels labels = Labels.of(arguments);
    if (label >= 0 && labels == Labels.NONE) {
      throw new IllegalArgumentException(
          "labels is none, but " + LABEL_COLUMN + " is " + label + ": say one of them");
    }
    return TextFormats.csv(
        new CsvOptions(
            options.mode(),
            label,
            column(arguments, WEIGHT),
            delimiter(arguments.getOrDefault(DELIMITER, ",")),
            header(arguments.getOrDefault(HEADER, "auto")),
            options.maxIndex()));
  }

  private static int column(Map<String, String> arguments, String name) {
    String value = arguments.getOrDefault(name, "-1");
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          name + " is '" + value + "'; it takes a column, from 0, or -1 for none", e);
    }
  }

  private static char delimiter(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "tab", "\\t" -> '\t';
      case "comma" -> ',';
      case "semicolon" -> ';';
      default -> {
        if (value.length() != 1) {
          throw new IllegalArgumentException(
              DELIMITER
                  + " is '"
                  + value
                  + "'; it takes one character, or tab, comma or semicolon");
        }
        yield value.charAt(0);
      }
    };
  }

  private static Header header(String value) {
    for (Header header : Header.values()) {
      if (header.name().equalsIgnoreCase(value)) {
        return header;
      }
    }
    throw new IllegalArgumentException(
        HEADER + " is '" + value + "'; it takes one of auto, yes, no");
  }
}
