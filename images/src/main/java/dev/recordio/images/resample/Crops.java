// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;
import java.util.Objects;

/** Cuts of images. */
public final class Crops {
  private Crops() {}

  /** Cuts a rectangle out; {@code to} may not be {@code from}. */
  public static void cut(Pixels from, int left, int top, int width, int height, Pixels to) {
    Objects.checkFromIndexSize(left, width, from.width());
    Objects.checkFromIndexSize(top, height, from.height());
    to.reshape(width, height, from.channels(), from.depth());
    int at = top * from.rowBytes() + left * from.pixelBytes();
    for (int row = 0; row < height; row++, at += from.rowBytes()) {
      System.arraycopy(from.data(), at, to.data(), row * to.rowBytes(), to.rowBytes());
    }
  }

  /** Cuts the rectangle in the middle out: margins are halved, and rounded down at left and top. */
  public static void cutCentre(Pixels from, int width, int height, Pixels to) {
    cut(from, (from.width() - width) / 2, (from.height() - height) / 2, width, height, to);
  }

  /** Cuts the rectangle in the middle out, as {@link #cutCentre}, without another image. */
  public static void keepCentre(Pixels image, int width, int height) {
    int left = (image.width() - width) / 2;
    int top = (image.height() - height) / 2;
    Objects.checkFromIndexSize(left, width, image.width());
    Objects.checkFromIndexSize(top, height, image.height());
    int step = image.rowBytes();
    int at = top * step + left * image.pixelBytes();
    image.reshape(width, height, image.channels(), image.depth()); // not larger: the array stays
    for (int row = 0; row < height; row++, at += step) {
      System.arraycopy(image.data(), at, image.data(), row * image.rowBytes(), image.rowBytes());
    }
  }
}
