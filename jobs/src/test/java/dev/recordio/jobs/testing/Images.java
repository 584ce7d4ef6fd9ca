// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.testing;

import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import javax.imageio.ImageIO;

/** Small images for tests, encoded by ImageIO itself. */
public final class Images {
  private Images() {}

  /** Returns a grey PNG of the samples, row by row. */
  public static byte[] png(int width, int height, int... samples) throws IOException {
    var image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    image.getRaster().setPixels(0, 0, width, height, samples);
    return encoded(image, "png");
  }

  /** Returns a PNG of 16 bits with red, green, blue and alpha, row by row. */
  public static byte[] deep(int width, int height, int... samples) throws IOException {
    var colors =
        new ComponentColorModel(
            ColorSpace.getInstance(ColorSpace.CS_sRGB),
            true,
            false,
            Transparency.TRANSLUCENT,
            DataBuffer.TYPE_USHORT);
    WritableRaster raster = colors.createCompatibleWritableRaster(width, height);
    raster.setPixels(0, 0, width, height, samples);
    return encoded(new BufferedImage(colors, raster, false, null), "png");
  }

  /** Returns a colored image of random tiles. */
  public static byte[] tiles(String format, int width, int height, long seed) throws IOException {
    var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    var random = new Random(seed);
    int[] colors = random.ints(64).toArray();
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        image.setRGB(x, y, colors[x / 5 % 8 * 8 + y / 5 % 8]);
      }
    }
    return encoded(image, format);
  }

  /** Returns a JPEG with bytes before its end that are no data of it: every decoder warns. */
  public static byte[] withWarning(byte[] jpeg) {
    byte[] longer = Arrays.copyOf(jpeg, jpeg.length + 40);
    Arrays.fill(longer, jpeg.length - 2, longer.length - 2, (byte) 7);
    System.arraycopy(jpeg, jpeg.length - 2, longer, longer.length - 2, 2);
    return longer;
  }

  /** Encodes an image. */
  public static byte[] encoded(BufferedImage image, String format) throws IOException {
    var out = new ByteArrayOutputStream();
    if (!ImageIO.write(image, format, out)) {
      throw new IOException("no writer of " + format);
    }
    return out.toByteArray();
  }
}
