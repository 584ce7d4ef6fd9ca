// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * An image in memory, reused from image to image: rows from top to bottom, without gaps; in a row
 * pixel after pixel, of a pixel its channels: grey; or red, green, blue; or these and alpha.
 *
 * <p>A sample has 8 bits; or 16 in two bytes, the high one first. For use by one thread.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Pixels {
  private byte[] data = {};
  private int width;
  private int height;
  private int channels = 1;
  private int depth = 8;

  /** Creates an image of no pixels. */
  public Pixels() {}

  /**
   * Changes the shape; the samples are then undefined.
   *
   * @param width columns, at least 1
   * @param height rows, at least 1
   * @param channels 1, 3 or 4
   * @param depth bits of a sample, 8 or 16
   * @throws IllegalArgumentException when it would be more than 2^31 - 9 bytes, or no shape
   */
  public void reshape(int width, int height, int channels, int depth) {
    long bytes = (long) width * height * channels * (depth / 8);
    boolean valid = channels == 1 || channels == 3 || channels == 4;
    if (width < 1 || height < 1 || !valid || depth != 8 && depth != 16) {
      throw new IllegalArgumentException(
          "no shape of an image: "
              + width
              + "x"
              + height
              + "x"
              + channels
              + ", "
              + depth
              + " bits");
    }
    if (width > Integer.MAX_VALUE / height || bytes > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("an image of " + bytes + " bytes");
    }
    if (bytes > data.length) {
      data = new byte[(int) bytes];
    }
    this.width = width;
    this.height = height;
    this.channels = channels;
    this.depth = depth;
  }

  /** Makes this a copy of another image. */
  public void set(Pixels other) {
    reshape(other.width, other.height, other.channels, other.depth);
    System.arraycopy(other.data, 0, data, 0, bytes());
  }

  /** Replaces samples of 16 bits by their high bytes; samples of 8 bits stay. */
  @InterfaceAudience.Private
  public void keepHighBytes() {
    if (depth == 8) {
      return;
    }
    int samples = bytes() / 2;
    for (int i = 0; i < samples; i++) {
      data[i] = data[2 * i];
    }
    depth = 8;
  }

  /** Exchanges samples and shape with another image; nothing is copied. */
  public void swap(Pixels other) {
    byte[] ownData = data;
    int ownWidth = width;
    int ownHeight = height;
    int ownChannels = channels;
    int ownDepth = depth;
    data = other.data;
    width = other.width;
    height = other.height;
    channels = other.channels;
    depth = other.depth;
    other.data = ownData;
    other.width = ownWidth;
    other.height = ownHeight;
    other.channels = ownChannels;
    other.depth = ownDepth;
  }

  /** Returns the array that begins with the samples; it may be longer. */
  public byte[] data() {
    return data;
  }

  /** Returns the columns. */
  public int width() {
    return width;
  }

  /** Returns the rows. */
  public int height() {
    return height;
  }

  /** Returns the samples of a pixel: 1, 3 or 4. */
  public int channels() {
    return channels;
  }

  /** Returns the bits of a sample: 8 or 16. */
  public int depth() {
    return depth;
  }

  /** Returns the bytes of a pixel. */
  public int pixelBytes() {
    return channels * (depth / 8);
  }

  /** Returns the bytes of a row. */
  public int rowBytes() {
    return width * pixelBytes();
  }

  /** Returns the bytes of all samples. */
  public int bytes() {
    return height * rowBytes();
  }

  /** Returns a sample, 0 to 255 or to 65535; for tests and slow paths. */
  public int sample(int x, int y, int channel) {
    Objects.checkIndex(x, width);
    Objects.checkIndex(y, height);
    Objects.checkIndex(channel, channels);
    int at = y * rowBytes() + x * pixelBytes() + channel * (depth / 8);
    return depth == 8 ? data[at] & 0xff : (data[at] & 0xff) << 8 | data[at + 1] & 0xff;
  }
}
