// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.image.ImageRecordHeader;
import java.util.Arrays;
import java.util.HexFormat;

/** An image with labels and key, as it is read of a format. Reused. */
public final class Sample {
  private byte[] bytes;
  private int imageOffset;
  private int imageLength;
  private boolean hasKey;
  private long key;
  private long id2;
  private float[] labels = new float[1];
  private int labelCount;
  private byte[] header;

  /** Begins another sample. */
  public void clear() {
    hasKey = false;
    key = 0;
    id2 = 0;
    labelCount = 0;
    header = null;
  }

  /** Sets where the image is; the array belongs to whoever reads the sample. */
  public void setImage(byte[] array, int offset, int length) {
    bytes = array;
    imageOffset = offset;
    imageLength = length;
  }

  /** Sets the key, unsigned. Without one, the record's number in the input becomes its key. */
  public void setKey(long unsigned) {
    key = unsigned;
    hasKey = true;
  }

  /** Sets the high half of the key, 0 by default. */
  public void setId2(long unsigned) {
    id2 = unsigned;
  }

  public void addLabel(float label) {
    if (labelCount == labels.length) {
      labels = Arrays.copyOf(labels, 2 * labelCount);
    }
    labels[labelCount++] = label;
  }

  /**
   * Sets the bytes of the header that the record had once. They are a hint: they become its header
   * again if they say what key and labels say. A header has more than these where it has one label
   * in a vector of one, a label field that readers ignore, or bits of a NaN.
   *
   * @param bytes null for none
   */
  public void setHeader(byte[] bytes) {
    header = bytes;
  }

  /** Sets the header by hexadecimal digits; a text of something else is none. */
  public void setHeader(String digits) {
    boolean hex = digits.length() % 2 == 0 && digits.chars().allMatch(HexFormat::isHexDigit);
    setHeader(hex ? HexFormat.of().parseHex(digits) : null);
  }

  /** Returns the array that holds the image. */
  public byte[] bytes() {
    return bytes;
  }

  public int imageOffset() {
    return imageOffset;
  }

  public int imageLength() {
    return imageLength;
  }

  /**
   * Returns the bytes of the record's header.
   *
   * @param number the key of a sample that has none
   * @return null when key and labels alone decide on them
   */
  public byte[] headerOr(long number) {
    return header != null && agrees(keyOr(number)) ? header : null;
  }

  /** Whether the header has this key and these labels, and nothing after them. */
  private boolean agrees(long wanted) {
    var found = new ImageRecordHeader();
    try {
      found.read(header, 0, header.length, 0);
    } catch (MalformedRecordException e) {
      return false; // of the next label there is only a part
    }
    boolean same =
        found.imageLength() == 0
            && found.id() == wanted
            && found.id2() == id2
            && found.labelCount() == labelCount;
    for (int i = 0; same && i < labelCount; i++) {
      same = Float.floatToIntBits(found.label(i)) == Float.floatToIntBits(labels[i]);
    }
    return same;
  }

  /** Returns the key; {@code number} if the sample has none. */
  public long keyOr(long number) {
    return hasKey ? key : number;
  }

  public long id2() {
    return id2;
  }

  /** Returns the labels, as many as {@link #labelCount}. */
  public float[] labels() {
    return labels;
  }

  public int labelCount() {
    return labelCount;
  }
}
