// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import static dev.recordio.conf.SettingType.flag;
import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.textLike;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;
import dev.recordio.sparse.text.TextFormats;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

/** The keys of rows: how text, and saved row blocks, are read, and how text is written. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum LibSvmConf implements ConfKey {
  FORMAT(
      "libsvm.format",
      "libsvm",
      textLike("any text", TextFormats::canonical),
      "The format of rows: libsvm, libfm (or libffm, which is the same), csv, one that a jar on the class path adds, rowblock"
          + " (RecordIO files whose records are dmlc-core's saved row blocks) or sagemaker (RecordIO files"
          + " whose records are SageMaker's protobuf messages, one a row)."),
  ARGUMENTS(
      "libsvm.arguments",
      "",
      textLike(
          "name=value with & between", text -> new TreeMap<>(UriArguments.of(text)).toString()),
      "Further arguments of the format, as in a URI of dmlc-core: name=value with & between. csv takes"
          + " label_column, weight_column, delimiter (a character, tab, comma or semicolon) and header"
          + " (auto, yes, no); libfm takes field_base (0, 1), where fields do not begin as indices do; rowblock takes index_type (uint32, uint64); sagemaker takes none. Arguments after the ? of an"
          + " input come before these."),
  LABELS(
      "libsvm.labels",
      "first",
      oneOf("first", "none", "all"),
      "Whether rows of libsvm and libfm begin with labels: first (one label), none (the first"
          + " token is a feature, all labels are 0) or, for libsvm in stats and csr, all (any "
          + "number of label ids with commas between). Unless it is set, a note reports rows"
          + " that begin with label:weight, which may be a feature. In csv the argument "
          + "label_column names the column"
          + " of the labels."),
  LABEL_COLUMNS(
      "libsvm.label-columns",
      "0",
      whole(0, Integer.MAX_VALUE),
      "With libsvm.labels=all the number of labels: a label id that is not below it is an error."
          + " 0: as the first line of the first file states, else counted."),
  INDEX_BASE(
      "libsvm.index.base",
      "0",
      oneOf("0", "1", "auto"),
      "The first index as the text writes it: 0 (as dmlc-core and XGBoost have it), 1, or auto,"
          + " which commands decide with a pass over the whole input, and readers refuse."),
  MODE(
      "libsvm.mode",
      "strict",
      oneOf("strict", "lenient", "dmlc"),
      "What is done with text outside of the grammar: strict (an error), lenient (repaired by the"
          + " rules of docs/rows.md, and counted), dmlc (read as dmlc-core reads it)."),
  DROP(
      "libsvm.drop",
      "none",
      oneOf("none", "zeros"),
      "Entries to leave out: none, or zeros (0 and -0, which XGBoost takes for values that are"
          + " present). They are counted."),
  MISSING(
      "libsvm.missing",
      "",
      textLike("a number, or nan", text -> Float.toString(EntryFilter.number(text))),
      "A value that means missing, such as -999 or nan: entries with it are left out, and"
          + " counted."),
  CSV_LABEL(
      "libsvm.csv.label",
      "",
      text(),
      "The CSV column with the labels: its name in the header, or c0, c1 and so on if there is no"
          + " header."),
  CSV_WEIGHT(
      "libsvm.csv.weight", "", text(), "The name of the CSV column with the weights of rows."),
  CSV_QID("libsvm.csv.qid", "", text(), "The name of the CSV column with the query ids."),
  CSV_IGNORE(
      "libsvm.csv.ignore",
      "",
      text(),
      "CSV columns to leave out: names with commas between; a..c means all columns from a to c."
          + " Quote a name that has a comma."),
  CSV_CATEGORICAL(
      "libsvm.csv.categorical",
      "",
      text(),
      "CSV columns to hash, written as in libsvm.csv.ignore: name=value becomes the column that"
          + " scikit-learn's FeatureHasher gives it, after the columns of numbers."),
  CSV_HASH_BITS(
      "libsvm.csv.hash-bits",
      "20",
      whole(1, 30),
      "The number of columns for all hashed cells, as a power of two: FeatureHasher's n_features"
          + " is 2 to this."),
  CSV_ALTERNATE_SIGN(
      "libsvm.csv.alternate-sign",
      "true",
      flag(),
      "Whether a hashed cell is -1 where the hash is negative, as FeatureHasher's alternate_sign"
          + " says; else it is 1."),
  CSV_NA_WORDS(
      "libsvm.csv.na-words",
      "",
      text(),
      "Words that mean an empty CSV cell, with commas between, as NA,null."),
  CSV_NAMES(
      "libsvm.csv.names",
      "",
      text(),
      "All columns of csv but the ignored ones, in the order of the output, where options name"
          + " columns. csr, stats and MapReduce's formats take them from the header of the first file."),
  FEATURES(
      "libsvm.features",
      "0",
      whole(0),
      "The number of columns: an index that is not below it is an error. 0 means unknown."),
  OUTPUT_INDEX_BASE(
      "libsvm.output.index.base",
      "0",
      oneOf("0", "1"),
      "What LibSVMOutputFormat calls the first column: 0 or 1.");

  private final Definition definition;

  LibSvmConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  @InterfaceAudience.Private
  @Override
  public Definition definition() {
    return definition;
  }

  /** Whether another value may change the rows of the same files. */
  @InterfaceAudience.Private
  public boolean changesRows() {
    return switch (this) {
      case OUTPUT_INDEX_BASE -> false;
      default -> true;
    };
  }

  private static final String OF_CSV = "libsvm.csv.";

  /** Whether the key is set to something. */
  boolean isSet(Configuration conf) {
    return !normal(conf).equals(defaultValue());
  }

  /** Returns the key that an argument of csv sets, by the argument's name; null for none. */
  static LibSvmConf ofCsv(String argument) {
    String name = OF_CSV + argument.replace('_', '-');
    return Stream.of(values()).filter(key -> key.key().equals(name)).findFirst().orElse(null);
  }

  /** Puts the arguments of csv that keys set. */
  static void csv(Configuration conf, Map<String, String> arguments) {
    for (LibSvmConf key : values()) {
      if (key.key().startsWith(OF_CSV) && key.isSet(conf)) {
        String name = key.key().substring(OF_CSV.length()).replace('-', '_');
        arguments.put(name, key.normal(conf));
      }
    }
  }

  /** Returns the key, as users write it. */
  @Override
  public String toString() {
    return key();
  }
}
