// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.run.split.ScratchFile;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableUtils;

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

  private static final String FACES = "recordio.arrange.face-files";

  private final int column; // or UNKNOWN
  private final BitSet faces; // the files that are InsightFace sets

  private ClassLabel(int column, BitSet faces) {
    this.column = column;
    this.faces = faces;
  }

  /** Whether the settings say which label it is. */
  public static boolean isSaid(Configuration conf) {
    return ArrangeConf.LABEL_COLUMN.getInt(conf) >= 0;
  }

  /**
   * Sets what the error says besides {@code --label-column}.
   *
   * @param hint another way out, and a semicolon
   */
  public static void setHint(Configuration conf, String hint) {
    conf.set(HINT, hint);
  }

  /** Returns it for the census of a split. */
  static ClassLabel of(Configuration conf, NumberedSplit split) {
    var faces = new BitSet();
    faces.set(split.file(), split.faces() != null);
    return new ClassLabel(ArrangeConf.LABEL_COLUMN.getInt(conf), faces);
  }

  /** Passes to a job which files are InsightFace sets. */
  static void pass(Configuration conf, List<NumberedSplit> splits, Path folder) throws IOException {
    var files = new BitSet();
    splits.stream()
        .filter(split -> split.faces() != null)
        .forEach(split -> files.set(split.file()));
    byte[] bits = files.toByteArray();
    ScratchFile.write(
        conf,
        FACES,
        new Path(folder, "faces"),
        out -> WritableUtils.writeCompressedByteArray(out, bits));
  }

  /** Returns it for the tasks of a job. */
  public static ClassLabel ofTask(Configuration conf) throws IOException {
    byte[] faces = ScratchFile.read(conf, FACES, WritableUtils::readCompressedByteArray);
    return new ClassLabel(ArrangeConf.LABEL_COLUMN.getInt(conf), BitSet.valueOf(faces));
  }

  /** Returns how many labels must be looked at. */
  int columns() {
    return Math.max(1, column + 1);
  }

  /**
   * Returns the index of the label that is the class; {@link #UNKNOWN} where nothing says it.
   *
   * @param file the number of the record's file
   * @param labels how many the record has
   * @param offset where it is in the file; only used in errors
   * @throws MalformedRecordException when it has too few labels; without the file's name
   */
  public int of(int file, int labels, long offset) throws MalformedRecordException {
    if (column >= labels) {
      throw new MalformedRecordException(
          "no label in column " + column,
          null,
          offset,
          -1,
          column + 1 + " labels or more, as --label-column says",
          labels + "");
    }
    return column >= 0 ? column : labels == 1 || faces.get(file) ? 0 : UNKNOWN;
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
