// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Makes numbers of pixels: ImageRecordIter's steps 10 and 11, float32, uint8 or int8, planes or
 * pixels. Safe for use by several threads.
 *
 * <p>float32: (p - mean) * m + i, in float32, with m = contrast * scale / std and i = illumination
 * * scale / std. int8: p less the mean, which is rounded, half away from zero; saturated. uint8: p.
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class Normalizer {
  private final int channels;
  private final int height;
  private final int width;
  private final boolean planes;
  private final ImageDtype dtype;
  private final FloatTables floats;
  private final ByteTables bytes;
  private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);

  /** Buffers of a thread: a row of all channels, and tables of an image whose factor was drawn. */
  private final class Scratch {
    final float[] floatRow = new float[dtype == ImageDtype.FLOAT32 ? width * channels : 0];
    final byte[] byteRow = new byte[dtype == ImageDtype.FLOAT32 ? 0 : width * channels];
    final FloatTables.Drawn drawn = floats.newDrawn();
  }

  /**
   * Creates a normalizer.
   *
   * @throws IllegalArgumentException when the options name a mean image, but do not have it
   */
  public Normalizer(AugmentOptions options) {
    if (!options.meanName().isEmpty() && options.mean() == null) {
      throw new IllegalArgumentException("mean image " + options.meanName() + " is not read");
    }
    channels = options.channels();
    height = options.height();
    width = options.width();
    planes = options.layout() == ImageLayout.NCHW;
    dtype = options.dtype();
    floats = new FloatTables(options);
    bytes = new ByteTables(options);
  }

  /** Returns the bytes of an image's numbers. */
  public int bytes() {
    return channels * height * width * dtype.bytes();
  }

  /**
   * Writes the numbers of an image.
   *
   * @param to a direct buffer in native byte order; its position is not used
   * @param at where the numbers begin in it, in bytes
   * @throws IllegalArgumentException when the image has another shape than the options, or the
   *     buffer another byte order
   */
  public void write(AugmentedImage image, ByteBuffer to, int at) {
    Pixels pixels = image.pixels();
    if (pixels.width() != width
        || pixels.height() != height
        || pixels.channels() != channels
        || pixels.depth() != Byte.SIZE) {
      throw new IllegalArgumentException(
          String.format(
              "an image of %dx%dx%d, %d bits for a shape of %d,%d,%d",
              pixels.width(),
              pixels.height(),
              pixels.channels(),
              pixels.depth(),
              channels,
              height,
              width));
    }
    if (to.order() != ByteOrder.nativeOrder()) {
      throw new IllegalArgumentException("a buffer of " + to.order());
    }
    Objects.checkFromIndexSize(at, bytes(), to.capacity());
    if (dtype == ImageDtype.FLOAT32) {
      writeFloats(image, to, at);
    } else {
      writeBytes(image, to, at);
    }
  }

  private void writeFloats(AugmentedImage image, ByteBuffer to, int at) {
    Scratch own = scratch.get();
    float[] row = own.floatRow;
    Pixels pixels = image.pixels();
    FloatTables.Drawn tables = floats.of(image.contrast(), image.illumination(), own.drawn);
    FloatBuffer numbers = to.slice(at, bytes()).order(to.order()).asFloatBuffer();
    for (int y = 0; y < height; y++) {
      int from = y * pixels.rowBytes();
      for (int channel = 0; channel < channels; channel++) {
        tables.fill(
            pixels.data(), from + channel, y, channel, row, first(channel, image), step(image));
      }
      if (planes) {
        for (int channel = 0; channel < channels; channel++) {
          numbers.put((channel * height + y) * width, row, channel * width, width);
        }
      } else {
        numbers.put(y * row.length, row, 0, row.length);
      }
    }
  }

  private void writeBytes(AugmentedImage image, ByteBuffer to, int at) {
    byte[] row = scratch.get().byteRow;
    Pixels pixels = image.pixels();
    for (int y = 0; y < height; y++) {
      int from = y * pixels.rowBytes();
      for (int channel = 0; channel < channels; channel++) {
        bytes.fill(
            pixels.data(), from + channel, y, channel, row, first(channel, image), step(image));
      }
      if (planes) {
        for (int channel = 0; channel < channels; channel++) {
          to.put(at + (channel * height + y) * width, row, channel * width, width);
        }
      } else {
        to.put(at + y * row.length, row, 0, row.length);
      }
    }
  }

  /** Returns where in a row the number of the leftmost pixel is. */
  private int first(int channel, AugmentedImage image) {
    int place = planes ? channel * width : channel;
    return image.isMirrored() ? place + (width - 1) * (planes ? 1 : channels) : place;
  }

  /** Returns how far in a row the numbers of neighbours are from each other. */
  private int step(AugmentedImage image) {
    int step = planes ? 1 : channels;
    return image.isMirrored() ? -step : step;
  }
}
