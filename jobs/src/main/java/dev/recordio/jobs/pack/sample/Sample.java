// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.jobs.pack.source.PayloadBuilder;
import java.util.Arrays;

/** An image with labels and key, as a {@link SampleReader} gives it. Reused. */
public final class Sample {
  private PayloadBuilder image;
  private boolean hasKey;
  private long key;
  private long id2;
  private float[] labels = new float[1];
  private int labelCount;
  private byte[] header;

  /**
   * Begins another sample.
   *
   * @param target gets the bytes of the image
   */
  public void begin(PayloadBuilder target) {
    image = target;
    hasKey = false;
    key = 0;
    id2 = 0;
    labelCount = 0;
    header = null;
  }

  /** Returns where the bytes of the image go. */
  public PayloadBuilder image() {
    return image;
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

  /** Adds a label. */
  public void addLabel(float label) {
    if (labelCount == labels.length) {
      labels = Arrays.copyOf(labels, 2 * labelCount);
    }
    labels[labelCount++] = label;
  }

  /**
   * Sets the bytes of the header that the record had once. They become its header again if they
   * have the same key and labels.
   *
   * @param bytes null for none
   */
  public void setHeader(byte[] bytes) {
    header = bytes;
  }

  /**
   * Returns the bytes of the record's header.
   *
   * @param number the key of a sample that has none
   * @return null when key and labels alone decide on them
   */
  public byte[] headerOr(long number) {
    return header != null && ExactHeader.agrees(header, keyOr(number), id2, labels, labelCount)
        ? header
        : null;
  }

  /** Returns the key; {@code number} if the sample has none. */
  public long keyOr(long number) {
    return hasKey ? key : number;
  }

  /** Returns the high half of the key. */
  public long id2() {
    return id2;
  }

  /** Returns the labels, as many as {@link #labelCount}. */
  public float[] labels() {
    return labels;
  }

  /** Returns the number of labels. */
  public int labelCount() {
    return labelCount;
  }
}
