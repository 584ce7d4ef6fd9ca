// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.Notes;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.ImageRecordHeader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * What the labels of a row of a batch are: {@link #width} numbers (float32), the labels of the
 * record, then the pad value.
 *
 * <p>The labels of detection are as ImageDetRecordIter reads them: the width of a header (2 or
 * more), the width of an object (5 or more), the rest of the header, then objects one after the
 * other, each a class, left, top, right and bottom of its box as parts of the width and height of
 * the image, and perhaps further numbers. Rows have the labels as they are in the records, without
 * the four numbers (channels, rows, columns, number of labels) that ImageDetRecordIter puts before.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class LabelLayout {
  private static final int MIN_HEADER = 2;

  /** How far a box may be beyond the image, as parts of it, for labels to look like boxes. */
  private static final float BEYOND = 0.5f;

  private static final List<String> BOX = List.of("class", "xmin", "ymin", "xmax", "ymax");

  private final int width;
  private final boolean varies;
  private final float padValue;
  private final int headerWidth; // 0: not of detection
  private final int objectWidth;

  private LabelLayout(int width, boolean varies, float padValue, int headerWidth, int objectWidth) {
    this.width = width;
    this.varies = varies;
    this.padValue = padValue;
    this.headerWidth = headerWidth;
    this.objectWidth = objectWidth;
  }

  /**
   * Finds the layout: from the options alone where labels have one width, else from the first
   * record, and from the headers of all if no option has the width of a row.
   *
   * @param labels where the labels are, or null: in the records
   * @param input the whole input, whatever part is read
   * @throws InvalidSettingException when the labels do not fit what options say of them
   */
  static LabelLayout of(
      ImageBatchOptions options, LabelTable labels, Configuration conf, String input)
      throws IOException {
    String wanted = options.labelLayout();
    boolean varies = options.labelWidth() < 0;
    if (!varies && !wanted.equals("detection")) {
      return new LabelLayout(options.labelWidth(), false, 0, 0, 0);
    }
    int width = varies ? options.labelPadWidth() : options.labelWidth();
    float[] first;
    if (labels != null) {
      first = labels.first();
      width = width == 0 ? labels.maxWidth() : width;
    } else {
      var seen = new Seen();
      seen.read(conf, input, width == 0);
      first = seen.first;
      width = width == 0 ? seen.max : width;
    }
    if (first.length == 0) {
      return new LabelLayout(Math.max(1, width), varies, options.labelPadValue(), 0, 0);
    }
    ImageBatchOptions.checkLabels(options.batchSize(), width);
    boolean boxes = fits(first) && (wanted.equals("detection") || looksLikeBoxes(first));
    if (!boxes && wanted.equals("detection")) {
      throw new InvalidSettingException(
          "label-layout is detection, but the first labels are "
              + Arrays.toString(first)
              + ": expected the width of a header (2 or more), the width of an object (5 or more),"
              + " and whole objects after the header");
    }
    boxes &= !wanted.equals("plain");
    var layout =
        new LabelLayout(
            width,
            varies,
            options.labelPadValue(),
            boxes ? (int) first[0] : 0,
            boxes ? (int) first[1] : 0);
    layout.say(options);
    return layout;
  }

  /** The first labels of the records, and the greatest number of them. */
  private static final class Seen {
    private final byte[] start = new byte[ImageRecordHeader.FIXED_BYTES];
    private float[] first = {};
    private int max;

    /** Reads the headers, of all records or up to the first that has labels. */
    void read(Configuration conf, String input, boolean all) throws IOException {
      DamageTracker damage =
          DamageSettings.of(conf).failsFast()
              ? DamageTracker.failing()
              : DamageTracker.reporting((why, begin, end) -> {}); // counted as images are read
      for (FileStatus file : RecordInputs.list(conf, InputSpec.parse(input), null)) {
        var whole = new InputRange(file.getPath(), 0, file.getLen());
        try (RecordRangeReader records = RecordInputs.openHeaders(conf, whole, damage)) {
          while ((all || first.length == 0) && records.next()) {
            add(records);
          }
        }
      }
    }

    private void add(RecordRangeReader record) throws IOException {
      record.prefix(start);
      int count;
      try {
        count = ImageRecordHeader.labelCount(start, record.payloadLength(), record.offset());
      } catch (MalformedRecordException e) {
        return; // an error when it is decoded, or left out then
      }
      max = Math.max(max, count);
      if (first.length == 0) {
        byte[] header = new byte[ImageRecordHeader.bytes(count)];
        record.prefix(header);
        first = new float[count];
        for (int i = 0; i < count; i++) {
          first[i] = ImageRecordHeader.label(header, i);
        }
      }
    }
  }

  private static boolean fits(float[] labels) {
    return labels.length >= MIN_HEADER
        && isWhole(labels[0], MIN_HEADER, labels.length)
        && isWhole(labels[1], BOX.size(), Integer.MAX_VALUE)
        && (labels.length - (int) labels[0]) % (int) labels[1] == 0;
  }

  private static boolean isWhole(float number, int min, int max) {
    return number >= min && number <= max && number == (int) number;
  }

  /** Whether labels that fit have boxes about within the image: class labels hardly ever do. */
  private static boolean looksLikeBoxes(float[] labels) {
    for (int at = (int) labels[0]; at < labels.length; at += (int) labels[1]) {
      boolean padding = labels[at] < 0;
      boolean box =
          -BEYOND <= labels[at + 1]
              && labels[at + 1] <= labels[at + 3]
              && labels[at + 3] <= 1 + BEYOND
              && -BEYOND <= labels[at + 2]
              && labels[at + 2] <= labels[at + 4]
              && labels[at + 4] <= 1 + BEYOND;
      if (!padding && !box) {
        return false;
      }
    }
    return true;
  }

  private void say(ImageBatchOptions options) {
    String taken =
        isDetection()
            ? String.format(
                Locale.ROOT,
                "boxes (header of %d, objects of %d numbers: %s)",
                headerWidth,
                objectWidth,
                String.join(", ", columns()))
            : "plain numbers";
    boolean guessed = options.labelLayout().equals("auto");
    boolean measured = varies && options.labelPadWidth() == 0;
    if (guessed || measured) {
      Notes.say(
          "the labels are read as "
              + taken
              + (guessed ? ", as the first labels look (--label-layout sets it)" : "")
              + ", "
              + width
              + " a row"
              + (measured
                  ? ", as the longest record has (--label-pad-width saves this search)"
                  : ""));
    }
  }

  /** Returns how many labels a row has. */
  public int width() {
    return width;
  }

  /** Whether records may have fewer labels than a row. */
  public boolean varies() {
    return varies;
  }

  /** Returns the value that fills a row up after the labels of its record. */
  public float padValue() {
    return padValue;
  }

  /** Whether the labels are a header and objects with boxes. */
  public boolean isDetection() {
    return headerWidth > 0;
  }

  /** Returns how many labels are before the first object; 0 when there are no objects. */
  public int headerWidth() {
    return headerWidth;
  }

  /** Returns how many labels an object has; 0 when there are no objects. */
  public int objectWidth() {
    return objectWidth;
  }

  /** Returns the names of an object's numbers, class and box first; empty without objects. */
  public List<String> columns() {
    var names = new ArrayList<String>();
    for (int i = 0; i < objectWidth; i++) {
      names.add(i < BOX.size() ? BOX.get(i) : "extra" + (i - BOX.size()));
    }
    return names;
  }

  /**
   * Checks the labels of a record.
   *
   * @param count how many of {@code labels} there are
   * @return what was expected; null when they fit
   */
  String misfit(float[] labels, int count) {
    if (!varies && count != width) {
      return width + ", as label-width is";
    }
    if (count > width) {
      return "at most " + width + ", as label-pad-width is";
    }
    if (!isDetection()
        || count >= headerWidth
            && labels[0] == headerWidth
            && labels[1] == objectWidth
            && (count - headerWidth) % objectWidth == 0) {
      return null;
    }
    return "a header of "
        + headerWidth
        + " and objects of "
        + objectWidth
        + " numbers, as the first record has (label-layout plain takes them as they are)";
  }

  /** Fills a row up after the labels of its record. */
  void pad(float[] labels, int count) {
    Arrays.fill(labels, count, width, padValue);
  }

  /** Mirrors the boxes as the columns of their image are: left becomes 1 - right. */
  void mirror(float[] labels, int count) {
    if (!isDetection()) {
      return;
    }
    for (int at = headerWidth; at < count; at += objectWidth) {
      float left = labels[at + 1];
      labels[at + 1] = 1 - labels[at + 3];
      labels[at + 3] = 1 - left;
    }
  }
}
