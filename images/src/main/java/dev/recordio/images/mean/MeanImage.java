// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.mean;

import dev.recordio.bytes.MalformedRecordException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A mean image: for each channel, row and column the mean of the samples of many images.
 *
 * @param channels planes: grey; or red, green, blue; or these and alpha
 * @param height rows
 * @param width columns
 * @param values planes, one after the other, each row by row
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record MeanImage(int channels, int height, int width, float[] values) {
  /**
   * Checks the shape.
   *
   * @throws IllegalArgumentException when there are no channels, rows or columns, or not as many
   *     values
   */
  public MeanImage {
    long count = (long) channels * height * width;
    if (channels < 1 || height < 1 || width < 1 || count != values.length) {
      throw new IllegalArgumentException(
          "no mean image: " + shape(channels, height, width) + ", " + values.length + " values");
    }
  }

  /**
   * Reads a file of either form: NPY 1.0 of float32 [channels, height, width], or what MXNet's
   * {@code mx.nd.save} writes for the one array {@code mean_img}.
   *
   * @param name the file, for messages
   * @throws MalformedRecordException when it is neither, or has a value that is not finite
   */
  public static MeanImage parse(byte[] bytes, String name) throws MalformedRecordException {
    var in = new MeanInput(bytes, name);
    return NpyMean.matches(bytes) ? NpyMean.read(in) : BinMean.read(in);
  }

  /** Returns the bytes of a .npy file. */
  public byte[] toNpy() {
    return NpyMean.write(this);
  }

  /** Returns the bytes of a .bin file, which ImageRecordIter's mean_img reads. */
  public byte[] toBin() {
    return BinMean.write(this);
  }

  /** Returns the shape, as the command takes it: channels, rows, columns. */
  public String shape() {
    return shape(channels, height, width);
  }

  private static String shape(int channels, int height, int width) {
    return channels + "," + height + "," + width;
  }
}
