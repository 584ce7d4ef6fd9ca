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
      "The format of rows: libsvm, libfm (or libffm), csv, one that a jar on the class path"
          + " adds, rowblock (RecordIO of dmlc-core's row blocks), sagemaker (RecordIO of"
          + " SageMaker's protobuf messages)."),
  ARGUMENTS(
      "libsvm.arguments",
      "",
      textLike(
          "name=value with & between", text -> new TreeMap<>(UriArguments.of(text)).toString()),
      "Arguments of the format, as in a URI of dmlc-core. csv: label_column, weight_column,"
          + " delimiter (a character, tab, comma, semicolon), header (auto, yes, no); libfm:"
          + " field_base (0, 1), if fields do not begin as indices do; rowblock: index_type"
          + " (uint32, uint64). Arguments after the ? of an input come before these."),
  LABELS(
      "libsvm.labels",
      "first",
      oneOf("first", "none", "all"),
      "What rows of libsvm and libfm begin with: first (a label), none (a feature; all"
          + " labels are 0), all (libsvm in stats and csr: any number of label ids with commas"
          + " between). csv has the argument label_column."),
  LABEL_COLUMNS(
      "libsvm.label-columns",
      "0",
      whole(0, Integer.MAX_VALUE),
      "With libsvm.labels=all: the number of labels; a label id that is not below it is an"
          + " error. 0: as the first line of the first file says, else counted."),
  INDEX_BASE(
      "libsvm.index.base",
      "0",
      oneOf("0", "1", "auto"),
      "The first index in the text: 0 (as dmlc-core and XGBoost), 1, auto (commands decide"
          + " by a pass over the whole input; readers refuse it)."),
  MODE(
      "libsvm.mode",
      "strict",
      oneOf("strict", "lenient", "dmlc"),
      "What to do with invalid text: strict (an error), lenient (repair by the rules of"
          + " docs/rows.md, and count), dmlc (read as dmlc-core does)."),
  DROP(
      "libsvm.drop",
      "none",
      oneOf("none", "zeros"),
      "Entries to leave out and count: none, or zeros (0 and -0, which XGBoost takes for"
          + " present values)."),
  MISSING(
      "libsvm.missing",
      "",
      textLike("a number, or nan", text -> Float.toString(EntryFilter.number(text))),
      "A value that means missing, such as -999 or nan: entries with it are left out and"
          + " counted."),
  CSV_LABEL(
      "libsvm.csv.label",
      "",
      text(),
      "The CSV column with the labels: its name in the header, or c0, c1 and so on without"
          + " a header."),
  CSV_WEIGHT(
      "libsvm.csv.weight", "", text(), "The name of the CSV column with the weights of rows."),
  CSV_QID("libsvm.csv.qid", "", text(), "The name of the CSV column with the query ids."),
  CSV_IGNORE(
      "libsvm.csv.ignore",
      "",
      text(),
      "CSV columns to leave out: names with commas between; a..c means all columns from a"
          + " to c. Quote a name that has a comma."),
  CSV_CATEGORICAL(
      "libsvm.csv.categorical",
      "",
      text(),
      "CSV columns to hash, written as in libsvm.csv.ignore: name=value goes to the column"
          + " of scikit-learn's FeatureHasher, after the columns of numbers."),
  CSV_HASH_BITS(
      "libsvm.csv.hash-bits",
      "20",
      whole(1, 30),
      "Hashed cells have 2 to this many columns, FeatureHasher's n_features."),
  CSV_ALTERNATE_SIGN(
      "libsvm.csv.alternate-sign",
      "true",
      flag(),
      "Whether a hashed cell is -1 if the hash is negative, as by FeatureHasher's"
          + " alternate_sign; else it is 1."),
  CSV_NA_WORDS(
      "libsvm.csv.na-words",
      "",
      text(),
      "Words that mean an empty CSV cell, with commas between, as NA,null."),
  CSV_NAMES(
      "libsvm.csv.names",
      "",
      text(),
      "All CSV columns but the ignored ones, in the order of the output, where options name"
          + " columns. csr, stats and MapReduce take them from the header of the first file."),
  FEATURES(
      "libsvm.features",
      "0",
      whole(0),
      "The number of columns: an index that is not below it is an error. 0: unknown."),
  OUTPUT_INDEX_BASE(
      "libsvm.output.index.base",
      "0",
      oneOf("0", "1"),
      "The index of the first column that LibSVMOutputFormat writes.");

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
