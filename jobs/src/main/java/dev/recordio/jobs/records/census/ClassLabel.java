// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.image.ImageRecordHeader;
import org.apache.hadoop.conf.Configuration;

/**
 * Which label of a record is its class: the one that {@code recordio.arrange.label-column} says;
 * else the only one, or the first of an image of an InsightFace set. Of others with several labels,
 * such as boxes or attributes, nothing says which one it is.
 */
public final class ClassLabel {
  /** What {@link #of} returns where nothing says which label is the class. */
  public static final int UNKNOWN = -1;

  /** What a command says about the ways out, besides {@code --label-column}. */
  private static final String HINT = "recordio.arrange.label-hint";

  private static final long SEVERAL = 1L << Float.SIZE; // in a note

  private final int column; // or UNKNOWN

  private ClassLabel(int column) {
    this.column = column;
  }

  /** Whether the settings say which label it is. */
  public static boolean isSaid(Configuration conf) {
    return column(conf) >= 0;
  }

  private static int column(Configuration conf) {
    return ArrangeConf.LABEL_COLUMN.get(conf).isEmpty()
        ? -1
        : ArrangeConf.LABEL_COLUMN.getInt(conf);
  }

  /**
   * Sets what the error says besides {@code --label-column}.
   *
   * @param hint another way out, and a semicolon
   */
  public static void setHint(Configuration conf, String hint) {
    conf.set(HINT, hint);
  }

  /** Returns it for a task. */
  public static ClassLabel of(Configuration conf) {
    return new ClassLabel(column(conf));
  }

  /**
   * Returns what notes the class of the records of a split.
   *
   * @param takesFirst whether the first label is noted where nothing says which one is the class:
   *     {@link #isOfSeveral} then
   */
  static CensusNote.Reader reader(Configuration conf, NumberedSplit split, boolean takesFirst) {
    ClassLabel label = of(conf);
    boolean isFaceSet = split.faces() != null;
    var header = new byte[ImageRecordHeader.bytes(Math.max(2, label.column + 1))];
    return record -> {
      record.prefix(header);
      int labels = ImageRecordHeader.labelCount(header, record.payloadLength(), record.offset());
      int column = label.of(isFaceSet, labels, record.offset());
      boolean isKnown = column != UNKNOWN;
      if (!isKnown && !takesFirst) {
        throw several(conf, labels + "", record.offset());
      }
      long bits = bits(ImageRecordHeader.label(header, isKnown ? column : 0));
      return takesFirst ? bits & SEVERAL - 1 | (isKnown ? 0 : SEVERAL) : bits;
    };
  }

  /** Whether a note is the first of several labels of unknown meaning. */
  public static boolean isOfSeveral(long note) {
    return (note & SEVERAL) != 0;
  }

  /** The bits by which labels are compared; 0 and -0 are the same label. */
  public static long bits(float label) {
    return Float.floatToIntBits(label + 0f);
  }

  /**
   * Returns the index of the label that is the class; {@link #UNKNOWN} where nothing says it.
   *
   * @param isFaceSet whether the record's file is an InsightFace set
   * @param labels how many the record has
   * @param offset where it is in the file; only used in errors
   * @throws MalformedRecordException when it has too few labels; without the file's name
   */
  public int of(boolean isFaceSet, int labels, long offset) throws MalformedRecordException {
    if (column >= labels) {
      throw new MalformedRecordException(
          "no label in column " + column,
          null,
          offset,
          -1,
          column + 1 + " labels or more, as --label-column says",
          labels + "");
    }
    return column >= 0 ? column : labels == 1 || isFaceSet ? 0 : UNKNOWN;
  }

  /**
   * Returns the error of a record when nothing says which label is the class.
   *
   * @param labels how many it has
   */
  public static MalformedRecordException several(Configuration conf, String labels, long offset) {
    return new MalformedRecordException(
        "several labels",
        null,
        offset,
        -1,
        "one label, which is the class",
        labels + " (" + conf.get(HINT, "") + "--label-column K says which one is the class)");
  }
}
