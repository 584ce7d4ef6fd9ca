// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.text.CsvOptions.Header;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * CSV text. The arguments are dmlc-core's {@code label_column}, {@code weight_column} and {@code
 * delimiter}, and {@code header}, which is {@code auto}, {@code yes} or {@code no}. The delimiter
 * is a character, or {@code tab}, {@code comma} or {@code semicolon}, which lists of inputs can
 * hold without escapes. The arguments of {@link CsvColumns} name columns.
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
    var all = new HashSet<>(CsvColumns.ARGUMENTS);
    all.addAll(List.of(LABEL_COLUMN, WEIGHT, DELIMITER, HEADER, Labels.NAME));
    return all;
  }

  @Override
  public LineParser parser(TextOptions options) {
    Map<String, String> arguments = options.arguments();
    int label = column(arguments, LABEL_COLUMN);
    Labels labels = Labels.of(arguments);
    if (label >= 0 && labels == Labels.NONE) {
      throw new IllegalArgumentException(
          "labels is none, but " + LABEL_COLUMN + " is " + label + ": set only one of them");
    }
    var csv =
        new CsvOptions(
            options.mode(),
            label,
            column(arguments, WEIGHT),
            delimiter(arguments.getOrDefault(DELIMITER, ",")),
            header(arguments.getOrDefault(HEADER, "auto")),
            options.maxIndex());
    if (CsvColumns.ARGUMENTS.stream().noneMatch(arguments::containsKey)) {
      return TextFormats.csv(csv);
    }
    check(csv, arguments);
    String words = arguments.get(CsvColumns.NA_WORDS);
    CsvParser.NaWords naWords =
        words == null ? null : new CsvParser.NaWords(CsvColumns.cells(words, ','));
    return CsvColumns.areNamed(arguments)
        ? new NamedCsvParser(csv, naWords, arguments)
        : new CsvParser(csv, naWords);
  }

  private static void check(CsvOptions csv, Map<String, String> arguments) {
    boolean named = CsvColumns.areNamed(arguments);
    if (csv.mode() == ParseMode.DMLC) {
      throw new IllegalArgumentException(
          "the mode dmlc has neither names of columns nor na_words: dmlc-core has none");
    }
    if (named && (csv.labelColumn() >= 0 || csv.weightColumn() >= 0)) {
      throw new IllegalArgumentException(
          "label_column and weight_column are numbers, the other columns have names: use label"
              + " and weight, with the names c0, c1 and so on if files have no header");
    }
    if (arguments.containsKey(CsvColumns.LABEL) && Labels.of(arguments) == Labels.NONE) {
      throw new IllegalArgumentException(
          "labels is none, but label names a column: set only one of them");
    }
    boolean hashes = arguments.containsKey(CsvColumns.CATEGORICAL);
    if (!hashes
        && (arguments.containsKey(CsvColumns.HASH_BITS)
            || arguments.containsKey(CsvColumns.ALTERNATE_SIGN))) {
      throw new IllegalArgumentException(
          "hash_bits and alternate_sign are for categorical columns: name such columns");
    }
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
