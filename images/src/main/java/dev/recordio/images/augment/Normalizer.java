// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Objects;

/**
 * Makes numbers of pixels: ImageRecordIter's steps 10 and 11, float32, uint8 or int8, planes or
 * pixels. Safe for use by several threads.
 *
 * <p>float32: (p - mean) * m + i, in float32, with m = contrast * scale / std and i = illumination
 * * scale / std. int8: p less the mean, which is rounded, half away from zero; saturated. uint8: p.
 */
public final class Normalizer {
  private final int channels;
  private final int height;
  private final int width;
  private final boolean planes;
  private final ImageDtype dtype;
  private final FloatTables floats;
  private final ByteTables bytes;
  private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);

  /**
   * Buffers of a thread: a row, or one for each plane, and tables of an image whose factor was
   * drawn.
   */
  private final class Scratch {
    private final int rows = planes ? channels : 1;
    private final int numbers = planes ? width : width * channels;
    private final boolean hasFloats = dtype == ImageDtype.FLOAT32;

    final float[][] floatRows = new float[hasFloats ? rows : 0][numbers];
    final byte[][] byteRows = new byte[hasFloats ? 0 : rows][numbers];
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
    float[][] rows = own.floatRows;
    Pixels pixels = image.pixels();
    FloatTables.Drawn tables = floats.of(image.contrast(), image.illumination(), own.drawn);
    FloatBuffer numbers = to.slice(at, bytes()).order(to.order()).asFloatBuffer();
    for (int y = 0; y < height; y++) {
      tables.fill(pixels.data(), y, rows, image.isMirrored());
      for (int plane = 0; plane < rows.length; plane++) {
        numbers.put((plane * height + y) * rows[plane].length, rows[plane]);
      }
    }
  }

  private void writeBytes(AugmentedImage image, ByteBuffer to, int at) {
    byte[] data = image.pixels().data();
    if (dtype == ImageDtype.UINT8 && !planes && !image.isMirrored()) {
      to.put(at, data, 0, bytes());
      return;
    }
    byte[][] rows = scratch.get().byteRows;
    for (int y = 0; y < height; y++) {
      bytes.fill(data, y, rows, image.isMirrored());
      for (int plane = 0; plane < rows.length; plane++) {
        to.put(at + (plane * height + y) * rows[plane].length, rows[plane]);
      }
    }
  }
}
