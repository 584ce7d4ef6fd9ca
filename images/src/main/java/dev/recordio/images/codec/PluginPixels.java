// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.format.ImageFormat;
import dev.recordio.images.format.Orientation;
import dev.recordio.images.format.PluginLayout;
import dev.recordio.images.format.TiffTags;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.util.Arrays;

/**
 * The samples that a plugin of ImageIO has decoded to pixels, as OpenCV makes them of the same
 * file. No colour model and no profile converts anything: only the samples are taken.
 *
 * <p>UNCHANGED: grey and grey palettes of a BMP have 1 channel; other palettes 3, of a GIF with a
 * transparent colour 4; CMYK becomes RGB with an alpha of 255. A BMP has no alpha.
 */
final class PluginPixels {
  private static final int OPAQUE = 0xff;

  // Of .299, .587 and .114, of 2^14 and, in WebP and GIF, of 2^15, as OpenCV.
  private static final int[] GRAY14 = {4899, 9617, 1868, 14};
  private static final int[] GRAY15 = {9798, 19235, 3735, 15};

  private PluginLayout layout;
  private int[] palette; // alpha, red, green, blue; null without one
  private int[] samples = {};
  private int bands;
  private int[] shifts;
  private int[] grays;
  private int channels;
  private int depth;
  private byte[] line = {};
  private int at; // in the line

  /**
   * Makes the pixels of an image.
   *
   * @throws IndexOutOfBoundsException when an index is beyond the palette
   */
  void put(BufferedImage image, PluginLayout ofLayout, ImageColor color, Pixels into)
      throws MalformedRecordException {
    layout = ofLayout;
    Raster raster = image.getRaster();
    bands = raster.getNumBands();
    palette = null;
    if (image.getColorModel() instanceof IndexColorModel colors) {
      palette = new int[colors.getMapSize()];
      colors.getRGBs(palette);
      if (layout.tiff != null && layout.tiff.colors == TiffTags.PALETTE) {
        palette = layout.tiff.palette();
        Arrays.setAll(palette, i -> OPAQUE << 24 | palette[i]);
      }
    }
    shifts = new int[bands];
    for (int i = 0; i < bands; i++) {
      // A BMP of 16 bits: 5 or 6 of a sample, the low ones of 8 are zeros.
      shifts[i] = layout.depth == 16 ? 0 : 8 - raster.getSampleModel().getSampleSize(i);
    }
    boolean later = layout.format == ImageFormat.GIF || layout.format == ImageFormat.WEBP;
    grays = later ? GRAY15 : GRAY14;
    boolean unchanged = color == ImageColor.UNCHANGED;
    channels = unchanged ? channels() : color == ImageColor.GRAY ? 1 : 3;
    depth = unchanged ? layout.depth : 8;
    // A TIFF's is no hint: it says which corner the first pixel is.
    int orientation = unchanged && layout.tiff == null ? 1 : layout.orientation;
    boolean turns = Orientation.exchanges(orientation);
    int width = layout.width;
    int height = layout.height;
    into.reshape(turns ? height : width, turns ? width : height, channels, depth);
    var places = new Orientation(orientation, width, height);
    int pixel = into.pixelBytes();
    if (line.length < width * pixel) {
      line = new byte[width * pixel];
    }
    for (int y = 0; y < height; y++) {
      at = 0;
      row(raster, y);
      places.line(line, 0, width, 0, 1, y, pixel, into.data());
    }
  }

  private int channels() {
    return switch (layout.format) {
      case BMP -> bands > 1 || palette != null && !isGray() ? 3 : 1;
      case TIFF -> layout.tiff.colors < TiffTags.RGB ? 1 : layout.channels;
      default -> layout.channels;
    };
  }

  private boolean isGray() {
    return Arrays.stream(palette)
        .allMatch(c -> (c >> 16 & 255) == (c >> 8 & 255) && (c >> 8 & 255) == (c & 255));
  }

  private void row(Raster raster, int y) {
    int width = raster.getWidth();
    boolean inFrame = y >= layout.top && y < layout.top + raster.getHeight();
    if (inFrame) {
      samples =
          raster.getPixels(
              0, y - layout.top, width, 1, samples.length >= width * bands ? samples : null);
      undoDifferences(width);
    }
    for (int x = 0; x < layout.width; x++) {
      if (!inFrame || x < layout.left || x >= layout.left + width) {
        color(layout.background);
      } else if (palette != null) {
        int color = palette[samples[x - layout.left]];
        color(color < 0 ? color : layout.background);
      } else {
        pixel(x * bands);
      }
    }
  }

  /** The plugin leaves differences of 16 bits as they are stored. */
  private void undoDifferences(int width) {
    if (layout.tiff != null && layout.tiff.differences) {
      for (int i = bands; i < width * bands; i++) {
        if (i / bands % layout.tiff.tileWidth != 0) {
          samples[i] = samples[i] + samples[i - bands] & 0xffff;
        }
      }
    }
  }

  private void color(int color) {
    write(color >> 16 & 0xff, color >> 8 & 0xff, color & 0xff, color >>> 24);
  }

  private void pixel(int from) {
    boolean gray = bands < 3;
    int red = sample(from, gray);
    int green = gray ? red : sample(from + 1, false);
    int blue = gray ? red : sample(from + 2, false);
    int alpha = bands < 4 ? OPAQUE : sample(from + 3, false);
    if (layout.tiff != null && layout.tiff.colors == TiffTags.CMYK) {
      int light = 255 - alpha;
      write(
          light * (255 - red) / 255,
          light * (255 - green) / 255,
          light * (255 - blue) / 255,
          OPAQUE);
    } else if (layout.tiff != null && layout.tiff.plainAlpha && depth == 8) {
      write(times(red, alpha), times(green, alpha), times(blue, alpha), alpha);
    } else {
      write(red, green, blue, alpha);
    }
  }

  /** libtiff multiplies colours by an alpha that they are not multiplied by in the file. */
  private static int times(int color, int alpha) {
    return (color * alpha + 127) / 255;
  }

  /** Returns a sample of as many bits as a pixel gets: of 16 bits rounded, of grey the high 8. */
  private int sample(int from, boolean gray) {
    int sample = samples[from];
    if (depth == 16) {
      return sample;
    } else if (layout.depth == 16) {
      return gray ? sample >> 8 : (sample + 128) / 257;
    }
    int shift = shifts[from % bands];
    return shift >= 0 ? sample << shift : sample >> -shift;
  }

  private void write(int red, int green, int blue, int alpha) {
    if (channels == 1 && depth == 8) {
      int half = 1 << grays[3] - 1;
      line[at++] = (byte) (red * grays[0] + green * grays[1] + blue * grays[2] + half >> grays[3]);
      return;
    }
    write(red);
    if (channels > 1) {
      write(green);
      write(blue);
    }
    if (channels > 3) {
      write(alpha);
    }
  }

  private void write(int sample) {
    if (depth == 16) {
      line[at++] = (byte) (sample >> 8);
    }
    line[at++] = (byte) sample;
  }
}
