// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.mean;

import dev.recordio.bytes.MalformedRecordException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A mean image: for each channel, row and column the mean of the samples of many images.
 *
 * @param channels planes: grey; or red, green, blue; or these and alpha
 * @param values planes, one after the other, each row by row
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record MeanImage(int channels, int height, int width, float[] values) {
  /**
   * Reads a file of either form: NPY of float32 [channels, height, width], or what MXNet's {@code
   * mx.nd.save} writes for the one array {@code mean_img}.
   *
   * @param name the file, for messages
   * @throws MalformedRecordException when it is neither
   */
  public static MeanImage parse(byte[] bytes, String name) throws MalformedRecordException {
    throw new UnsupportedOperationException();
  }

  /** Returns the bytes of a .npy file. */
  public byte[] toNpy() {
    throw new UnsupportedOperationException();
  }

  /** Returns the bytes of a .bin file, which ImageRecordIter's mean_img reads. */
  public byte[] toBin() {
    throw new UnsupportedOperationException();
  }
}
