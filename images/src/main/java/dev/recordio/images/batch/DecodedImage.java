// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.images.augment.AugmentedImage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An image of a batch before it becomes numbers, or why there is none. It is used again when no
 * batch has it any more.
 */
final class DecodedImage {
  private final DecodedImages pool;
  private final AtomicInteger holders = new AtomicInteger(); // batches that have it
  private final AugmentedImage augmented = new AugmentedImage();
  private final float[] labels;
  private byte[] array = {};
  private long id;
  private int labelCount;
  private SkippedImage skipped; // or null

  DecodedImage(DecodedImages pool, int labelWidth) {
    this.pool = pool;
    labels = new float[labelWidth];
  }

  /** Makes this an image. */
  void set(long ofId, int ofLabels) {
    id = ofId;
    labelCount = ofLabels;
    skipped = null;
  }

  /** Copies the numbers of an array. */
  void setArray(byte[] bytes, int offset, int length) {
    array = array.length == length ? array : new byte[length];
    System.arraycopy(bytes, offset, array, 0, length);
  }

  /** Returns the numbers of an array, little-endian. */
  byte[] array() {
    return array;
  }

  /** Makes this one that could not be decoded. */
  void set(SkippedImage why) {
    skipped = why;
  }

  AugmentedImage augmented() {
    return augmented;
  }

  float[] labels() {
    return labels;
  }

  /** Returns how many of the labels are the record's. */
  int labelCount() {
    return labelCount;
  }

  long id() {
    return id;
  }

  /** Returns why there is no image; null if there is one. */
  SkippedImage skipped() {
    return skipped;
  }

  /** Notes that one more batch has it. */
  void hold() {
    holders.incrementAndGet();
  }

  /** Notes that a batch no longer has it. */
  void release() {
    if (holders.decrementAndGet() == 0) {
      pool.giveBack(this);
    }
  }

  /** Gives back an image that no batch has had. */
  void discard() {
    pool.giveBack(this);
  }
}
