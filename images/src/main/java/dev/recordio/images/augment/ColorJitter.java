// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;

/**
 * Changes brightness, contrast and saturation by random factors, in random order, each rounded to 8
 * bits. Contrast mixes with the mean grey of the image, saturation with the grey of the pixel.
 *
 * <p>Grey is .299 R + .587 G + .114 B. ImageRecordIter exchanges the weights of red and blue.
 */
final class ColorJitter implements ColorStep {
  private static final int[][] ORDERS = {
    {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}
  };

  private final float brightness;
  private final float contrast;
  private final float saturation;
  private final ColorStep.SampleTable table = new ColorStep.SampleTable();

  ColorJitter(AugmentOptions options) {
    brightness = options.number(AugmentOption.BRIGHTNESS);
    contrast = options.number(AugmentOption.CONTRAST);
    saturation = options.number(AugmentOption.SATURATION);
  }

  /** Whether the options ask for it. */
  static boolean isWanted(AugmentOptions options) {
    return options.isSet(AugmentOption.BRIGHTNESS)
        || options.isSet(AugmentOption.CONTRAST)
        || options.isSet(AugmentOption.SATURATION);
  }

  @Override
  public void apply(Pixels image, Draws draws) {
    for (int step : ORDERS[draws.below(Draws.Name.COLOR_ORDER, ORDERS.length)]) {
      if (step == 0 && brightness > 0) {
        brighten(image, 1 + draws.between(Draws.Name.BRIGHTNESS, -brightness, brightness));
      } else if (step == 1 && contrast > 0) {
        contrast(image, 1 + draws.between(Draws.Name.CONTRAST, -contrast, contrast));
      } else if (step == 2 && saturation > 0) {
        saturate(image, 1 + draws.between(Draws.Name.SATURATION, -saturation, saturation));
      }
    }
  }

  void brighten(Pixels image, float factor) {
    table.setLinear(factor, 0);
    table.applyTo(image);
  }

  void contrast(Pixels image, float factor) {
    table.setLinear(factor, (1 - factor) * mean(image));
    table.applyTo(image);
  }

  void saturate(Pixels image, float factor) {
    byte[] data = image.data();
    float greyFactor = 1 - factor;
    for (int at = 0; at < image.bytes(); at += 3) {
      float grey = greyFactor * of(data, at);
      for (int i = at; i < at + 3; i++) {
        data[i] = ColorStep.SampleTable.sample((data[i] & 0xff) * factor + grey);
      }
    }
  }

  private static final int RED = 4899;
  private static final int GREEN = 9617;
  private static final int BLUE = 1868;
  private static final int BITS = 14;

  /** Returns the grey of the pixel at a place, 0 to 255. */
  static int of(byte[] data, int at) {
    int sum =
        RED * (data[at] & 0xff) + GREEN * (data[at + 1] & 0xff) + BLUE * (data[at + 2] & 0xff);
    return sum + (1 << BITS - 1) >> BITS;
  }

  /** Returns the mean of an image of three channels. */
  static float mean(Pixels image) {
    long sum = 0;
    for (int at = 0; at < image.bytes(); at += 3) {
      sum += of(image.data(), at);
    }
    return (float) (sum / (double) ((long) image.width() * image.height()));
  }
}
