// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.mean;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The sums that a mean image is computed from: whole numbers, so that they are the same in whatever
 * order images come, and however they are divided. For use by one thread.
 */
public final class MeanSums {
  /** The most values of a shape: their sums take 128 MiB. */
  public static final int MAX_VALUES = 1 << 24;

  /** So many samples of 8 bits have a sum that fits an int. */
  private static final int MAX_RECENT = Integer.MAX_VALUE / 255;

  private static final int HEADER_BYTES = 3 * Integer.BYTES + Long.BYTES;

  private final int channels;
  private final int height;
  private final int width;

  /** Sums of the latest images, by row, column, channel, as pixels are stored. */
  private final int[] recent;

  /** Sums of all others, in the same order. */
  private final long[] sums;

  private int recentImages;
  private long images;

  /**
   * Creates sums of no image.
   *
   * @param channels 1, 3 or 4
   * @throws IllegalArgumentException when the shape has none, or more than {@link #MAX_VALUES}
   */
  public MeanSums(int channels, int height, int width) {
    if (channels < 1 || height < 1 || width < 1 || (long) height * width > MAX_VALUES / channels) {
      throw new IllegalArgumentException("no shape: " + channels + "," + height + "," + width);
    }
    this.channels = channels;
    this.height = height;
    this.width = width;
    int values = channels * height * width;
    recent = new int[values];
    sums = new long[values];
  }

  /** Returns how many images there are. */
  public long images() {
    return images;
  }

  /**
   * Adds an image.
   *
   * @param image of the shape, 8 bits
   */
  public void add(Pixels image) {
    if (image.width() != width
        || image.height() != height
        || image.channels() != channels
        || image.depth() != 8) {
      throw new IllegalArgumentException("an image of another shape");
    }
    byte[] data = image.data();
    for (int i = 0; i < recent.length; i++) {
      recent[i] += data[i] & 0xff;
    }
    images++;
    if (++recentImages == MAX_RECENT) {
      fold();
    }
  }

  private void fold() {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += recent[i];
    }
    Arrays.fill(recent, 0);
    recentImages = 0;
  }

  /** Returns the sums as bytes, which {@link #merge} takes. */
  public byte[] toBytes() {
    fold();
    ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES + sums.length * Long.BYTES);
    out.putInt(channels).putInt(height).putInt(width).putLong(images);
    out.asLongBuffer().put(sums);
    return out.array();
  }

  /**
   * Adds the sums of other images.
   *
   * @param name where they are from, for messages
   * @throws MalformedRecordException when they are of another shape, or damaged
   */
  public void merge(byte[] bytes, int offset, int length, String name)
      throws MalformedRecordException {
    int expected = HEADER_BYTES + sums.length * Long.BYTES;
    ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
    boolean same =
        length == expected
            && in.getInt() == channels
            && in.getInt() == height
            && in.getInt() == width;
    if (!same) {
      throw new MalformedRecordException(
          "invalid sums of a mean image",
          name,
          0,
          -1,
          expected + " bytes of the shape " + channels + "," + height + "," + width,
          length + " bytes, or another shape");
    }
    images = Math.addExact(images, in.getLong());
    for (int i = 0; i < sums.length; i++) {
      sums[i] = Math.addExact(sums[i], in.getLong());
    }
  }

  /**
   * Returns the means: the exact sums divided in double precision, then rounded to float.
   *
   * @throws IllegalStateException when there is no image
   */
  public MeanImage mean() {
    if (images == 0) {
      throw new IllegalStateException("no image");
    }
    fold();
    var values = new float[sums.length];
    int plane = height * width;
    for (int i = 0; i < sums.length; i++) {
      values[i % channels * plane + i / channels] = (float) (sums[i] / (double) images);
    }
    return new MeanImage(channels, height, width, values);
  }
}
