// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * The rules of the text formats, each with what breaking it means in {@link ParseMode#STRICT} and
 * {@link ParseMode#LENIENT}. docs/rows.md shows them with examples.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum ParseRule {
  /** The first line of a file is two or three integers, and the next one has pairs. */
  COUNTS_LINE(
      Kind.FAULT,
      "a row in the first line, not the numbers of rows, features and labels",
      "the line is read as a row"),
  /** The line does not begin with a number, or a CSV label cell holds none. */
  BAD_LABEL(Kind.FAULT, "a number as label", "the line is left out"),
  /** {@code 1,2 3:4}: more labels than one. */
  SEVERAL_LABELS(Kind.FAULT, "one label", "the first label is kept"),
  /** The label is nan, infinite or beyond the range of a float. */
  LABEL_NOT_FINITE(Kind.FAULT, "a finite label", "the label is kept as read"),
  /** What follows the label's colon, or is in a CSV weight cell, is no finite number. */
  BAD_WEIGHT(Kind.FAULT, "a finite number as weight", "the weight is 1"),
  /** The row has a weight and the first row had none, or the other way round. */
  MIXED_WEIGHTS(
      Kind.FAULT,
      "weights in all rows or in none",
      "a missing weight is 1; label:weight after rows without is an error here too, unless"
          + " `labels` is `first`"),
  /** {@code qid: 3}: blanks between the colon and the number. */
  BLANK_IN_QID(Kind.FAULT, "a number immediately after 'qid:'", "the blanks are skipped"),
  /** The query id is no integer from 0 to 2^64 - 1. */
  BAD_QID(Kind.FAULT, "a query id from 0 to 2^64 - 1", "the row has no query id"),
  /** {@code qid:} is after features. */
  LATE_QID(Kind.FAULT, "'qid:' before the features", "it is the row's query id"),
  /** The row has a query id and the first row had none, or the other way round. */
  MIXED_QIDS(Kind.FAULT, "query ids in all rows or in none", "a missing query id is 0"),
  /** A feature does not begin with an unsigned integer. */
  BAD_INDEX(Kind.FAULT, "an unsigned integer as index", "the feature is left out"),
  /** The index, or field, has a minus sign. */
  NEGATIVE_INDEX(Kind.FAULT, "an index of 0 or more", "the feature is left out"),
  /** The index is beyond the largest one allowed, or beyond 2^64 - 1; a field beyond 2^32 - 1. */
  INDEX_TOO_LARGE(Kind.FAULT, "an index within the limit", "the feature is left out"),
  /** Index, or field, 0 in text whose indices begin at 1: the index base is wrong. */
  ZERO_INDEX(Kind.FATAL, "indices from 1, as the index base says", "none: it is an error here too"),
  /** LibFM: a number that no index follows. */
  FIELD_WITHOUT_INDEX(Kind.FAULT, "field:index[:value]", "the feature is left out"),
  /** A colon that no value follows. */
  MISSING_VALUE(Kind.FAULT, "a value after the colon", "the feature is left out"),
  /** What follows the colon is no number. */
  BAD_VALUE(Kind.FAULT, "a number as value", "the feature is left out"),
  /** The feature has a value and the first feature had none, or the other way round. */
  MIXED_VALUES(Kind.FAULT, "values at all features or at none", "a missing value is 1"),
  /** CSV: a cell is neither empty nor a number. */
  BAD_CELL(Kind.FAULT, "a number or an empty cell", "the cell is taken as empty"),
  /** CSV: the row does not have as many cells as the first row. */
  RAGGED_ROW(Kind.FAULT, "as many cells as in the first row", "the cells are taken as they are"),
  /** CSV: the row has no cell besides label and weight; often a wrong delimiter. */
  NO_FEATURE_CELL(Kind.FAULT, "a delimiter and feature cells", "the row has no entries"),

  /** A value is written as nan or inf. */
  VALUE_NOT_FINITE(Kind.NOTE, "finite values", "the value is kept"),
  /** A value is too large for a float. */
  VALUE_OVERFLOW(Kind.NOTE, "values that fit a float", "the value is infinite"),
  /** A value other than zero is too small for a float. */
  VALUE_UNDERFLOW(Kind.NOTE, "values that fit a float", "the value is 0"),
  /** A weight is below 0: XGBoost takes such weights from files, and refuses them from arrays. */
  NEGATIVE_WEIGHT(Kind.NOTE, "weights of 0 or more", "the weight is kept"),
  /** An index is smaller than the one before it in its row. */
  UNSORTED_INDEX(Kind.NOTE, "ascending indices", "the order is kept"),
  /** An index is the same as the one before it in its row. */
  DUPLICATE_INDEX(Kind.NOTE, "each index once in a row", "both entries are kept"),
  /** A query id is smaller than the id of the row before: groups are runs of equal ids. */
  QID_DESCENDS(Kind.NOTE, "ascending query ids", "the order is kept"),
  /** CSV: the first line is a header. */
  HEADER_ROW(Kind.NOTE, "a header at most in the first line", "the line is left out"),
  /** With {@code drop=zeros}: a value is 0. */
  ZERO_DROPPED(
      Kind.NOTE, "values other than 0, where zeros are dropped", "the feature is left out"),
  /** With {@code missing}: a value is the one that means missing. */
  MISSING_DROPPED(Kind.NOTE, "values other than the missing one", "the feature is left out"),
  /** An entry has a column that the map of columns does not have. */
  COLUMN_DROPPED(Kind.NOTE, "columns that the map of columns has", "the feature is left out"),
  /**
   * A row begins with {@code label:weight}, which may be the first feature of a row without a
   * label.
   */
  LABEL_WEIGHT(Kind.DOUBT, "a label alone, or `labels` set to `first`", "it is label and weight"),
  /** With {@code labels=none}: a line without a feature. */
  BLANK_LINE(Kind.DOUBT, "an entry in each row, where `labels` is `none`", "the line is no row"),
  /** A number is directly followed by {@code #}. */
  GLUED_COMMENT(Kind.DOUBT, "a blank before a comment", "the rest of the line is a comment"),
  /** A number is written as an integer that no float equals. */
  INTEGER_ROUNDED(Kind.DOUBT, "integers that a float holds", "the nearest float is taken"),
  /** A query id occurs again after rows of another query. */
  QID_RETURNS(Kind.DOUBT, "the rows of a query together", "they are several groups"),
  /** CSV: the first line is the numbers of its columns, or only its first cell is no number. */
  NUMBER_HEADER(Kind.DOUBT, "data in the first line", "the line is read as a row");

  private enum Kind {
    FAULT,
    FATAL,
    NOTE,
    DOUBT
  }

  private final Kind kind;
  private final String expected;
  private final String repair;

  ParseRule(Kind kind, String expected, String repair) {
    this.kind = kind;
    this.expected = expected;
    this.repair = repair;
  }

  /** Whether breaking the rule is only ever counted, also in {@link ParseMode#STRICT}. */
  public boolean isNote() {
    return kind == Kind.NOTE || kind == Kind.DOUBT;
  }

  /**
   * Whether text that breaks the rule probably means something else than it is read as. Its first
   * place is kept, and commands report it.
   */
  @InterfaceAudience.Private
  public boolean isDoubt() {
    return kind == Kind.DOUBT || this == COUNTS_LINE;
  }

  /** Whether breaking the rule is an error in {@link ParseMode#LENIENT} too. */
  public boolean isFatal() {
    return kind == Kind.FATAL;
  }

  /** Returns what the rule requires. */
  public String expected() {
    return expected;
  }

  /** Returns what happens in {@link ParseMode#LENIENT}, and in every mode for a note. */
  public String repair() {
    return repair;
  }

  /** Returns the rule's name as errors and reports show it, {@code bad-label}. */
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
