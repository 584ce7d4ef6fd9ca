// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.textLike;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;
import dev.recordio.sparse.text.TextFormats;
import java.util.TreeMap;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

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
      oneOf("first", "none"),
      "Whether rows of libsvm and libfm begin with labels: first, or none, where the first token is a"
          + " feature and all labels are 0. Unless it is set, a note says so where rows begin with"
          + " label:weight, which may be a feature. In csv the argument label_column names the column"
          + " of the labels."),
  INDEX_BASE(
      "libsvm.index.base",
      "0",
      oneOf("0", "1", "auto"),
      "The first index as the text writes it: 0 (as dmlc-core and XGBoost have it), 1, or auto, which"
          + " the commands decide by a pass over the whole input and readers refuse."),
  MODE(
      "libsvm.mode",
      "strict",
      oneOf("strict", "lenient", "dmlc"),
      "What is done with text outside of the grammar: strict (an error), lenient (repaired by the"
          + " rules of docs/libsvm.md, and counted), dmlc (read as dmlc-core reads it)."),
  DROP(
      "libsvm.drop",
      "none",
      oneOf("none", "zeros"),
      "Which entries are left out: none, or zeros (value 0 or -0, which XGBoost otherwise takes for"
          + " values that are there). They are counted."),
  MISSING(
      "libsvm.missing",
      "",
      textLike("a number, or nan", text -> Float.toString(EntryFilter.number(text))),
      "A value that means that there is none, such as -999 or nan: its entries are left out, and"
          + " counted."),
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
      case FORMAT, ARGUMENTS, LABELS, INDEX_BASE, MODE, DROP, MISSING, FEATURES -> true;
      case OUTPUT_INDEX_BASE -> false;
    };
  }

  /** Returns the key, as users write it. */
  @Override
  public String toString() {
    return key();
  }
}
