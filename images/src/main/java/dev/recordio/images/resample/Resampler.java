// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Resizes images by the rules of OpenCV's resize: on samples of 8 bits, nearest, bilinear and
 * enlarging area give equal results, the other methods differ by at most 1. Tables and buffers are
 * used again: for use by one thread.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Resampler {
  private static final int HALVED = 2;

  private final Resizing nearest = new Nearest();
  private final Resizing blocks = new AreaBlocks();
  private final Resizing cells = new AreaCells();
  private final Map<Interpolation, Resizing> bytes = new EnumMap<>(Interpolation.class);
  private final Map<Interpolation, Resizing> shorts = new EnumMap<>(Interpolation.class);

  /** Creates a resampler. */
  public Resampler() {}

  /**
   * Resizes an image.
   *
   * @param from the image, of 8 or 16 bits
   * @param width columns of the result, at least 1
   * @param height rows of the result, at least 1
   * @param method one of the first five; others are {@linkplain Interpolation#choose chosen} before
   * @param to gets the result; another object than {@code from}
   * @throws IllegalArgumentException when the method is none of the first five, the result is the
   *     source, or would be larger than an array
   */
  public void resize(Pixels from, int width, int height, Interpolation method, Pixels to) {
    if (from == to) {
      throw new IllegalArgumentException("an image can't be resized into itself");
    }
    to.reshape(width, height, from.channels(), from.depth());
    if (width == from.width() && height == from.height()) {
      System.arraycopy(from.data(), 0, to.data(), 0, to.bytes());
      return;
    }
    resizing(from, to, method).resize(from, to);
  }

  private Resizing resizing(Pixels from, Pixels to, Interpolation method) {
    int across = ratio(from.width(), to.width());
    int down = ratio(from.height(), to.height());
    boolean shrinks = to.width() <= from.width() && to.height() <= from.height();
    switch (method) {
      case NEAREST:
        return nearest;
      case AREA:
        if (shrinks) {
          return across > 0 && down > 0 ? blocks : cells;
        }
        break;
      case BILINEAR:
        if (across == HALVED && down == HALVED) {
          return blocks;
        }
        break;
      case CUBIC:
      case LANCZOS:
        break;
      default:
        throw new IllegalArgumentException(method + " was not replaced by the method it chooses");
    }
    return from.depth() == 8
        ? bytes.computeIfAbsent(method, Resampler::ofBytes)
        : shorts.computeIfAbsent(method, Wide::new);
  }

  /** Returns how many samples become one, or 0 if that is no whole number. */
  private static int ratio(int in, int out) {
    return AreaBlocks.divides(in, out) ? in / out : 0;
  }

  private static Resizing ofBytes(Interpolation method) {
    return method == Interpolation.CUBIC || method == Interpolation.LANCZOS
        ? new Smooth(method)
        : new Bilinear(method);
  }
}
