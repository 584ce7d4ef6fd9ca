// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.images.augment.Draws.Name;
import dev.recordio.images.codec.Pixels;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ColorJitterTest {
  private static final int IMAGES = 3000;

  private static ColorJitter jitter(String... namesAndValues) {
    AugmentOptions options = Images.options("3,24,32", namesAndValues);
    assertTrue(ColorJitter.isWanted(options));
    return new ColorJitter(options);
  }

  private final ColorJitter none = new ColorJitter(Images.options("3,24,32"));

  /** CRCs of what NumPy gives in float32, by OpenCV's rounding. */
  @Test
  void eachFactorIsThatOfOpenCv() {
    assertEquals(0x216506b1, Images.crc(Images.colors()));
    float[] factors = {0.55f, 1.37f};
    int[][] crcs = {{0xc90fc409, 0x6da005d4, 0x13168f87}, {0xff30c5e9, 0x5a65dcb3, 0xf0102b17}};
    for (int i = 0; i < 2; i++) {
      Pixels bright = Images.colors();
      none.brighten(bright, factors[i]);
      assertEquals(crcs[i][0], Images.crc(bright), "brightness");
      Pixels contrast = Images.colors();
      none.contrast(contrast, factors[i]);
      assertEquals(crcs[i][1], Images.crc(contrast), "contrast");
      Pixels saturated = Images.colors();
      none.saturate(saturated, factors[i]);
      assertEquals(crcs[i][2], Images.crc(saturated), "saturation");
    }
  }

  @Test
  void redIsDarkerThanGreenAndLighterThanBlue() {
    byte[] colors = {(byte) 255, 0, 0, 0, (byte) 255, 0, 0, 0, (byte) 255};
    assertEquals(76, ColorJitter.of(colors, 0));
    assertEquals(150, ColorJitter.of(colors, 3));
    assertEquals(29, ColorJitter.of(colors, 6));
    Pixels image = Images.plain(3, 1, 3, 0);
    System.arraycopy(colors, 0, image.data(), 0, 9);
    assertEquals(85, ColorJitter.mean(image));
  }

  @Test
  void aFactorOfOneChangesNothing() {
    Pixels image = Images.colors();
    none.brighten(image, 1);
    none.contrast(image, 1);
    none.saturate(image, 1);
    assertEquals(0x216506b1, Images.crc(image));
    none.apply(image, Images.draws(0, 0));
    assertEquals(0x216506b1, Images.crc(image));
  }

  @Test
  void saturationOfGreyAndContrastOfOneColourChangeNothing() {
    Pixels grey = Images.plain(256, 1, 3, 0);
    for (int i = 0; i < grey.bytes(); i++) {
      grey.data()[i] = (byte) (i / 3);
    }
    byte[] before = Images.bytes(grey);
    Pixels flat = Images.plain(5, 5, 3, 140);
    for (float factor : new float[] {0, 0.3f, 0.9f, 1.8f}) {
      none.saturate(grey, factor);
      assertArrayEquals(before, Images.bytes(grey), "factor " + factor);
      none.contrast(flat, factor);
      assertArrayEquals(Images.bytes(Images.plain(5, 5, 3, 140)), Images.bytes(flat));
    }
  }

  @Test
  void withoutSaturationTheColoursAreGreyAndWithoutContrastOneGrey() {
    Pixels image = Images.colors();
    none.saturate(image, 0);
    byte[] samples = Images.bytes(Images.colors());
    for (int i = 0; i < image.bytes(); i++) {
      assertEquals(ColorJitter.of(samples, i - i % 3), image.data()[i] & 0xff);
    }
    Pixels flat = Images.colors();
    none.contrast(flat, 0);
    byte[] mean =
        Images.bytes(Images.plain(32, 24, 3, Math.round(ColorJitter.mean(Images.colors()))));
    assertArrayEquals(mean, Images.bytes(flat));
  }

  @Test
  void factorsStayInTheirBoundsAndAreEven() {
    ColorJitter jitter = jitter("brightness", "0.25");
    var cells = new ChiSquare(10);
    var nextEpoch = new ChiSquare(5 * 5);
    for (int id = 0; id < IMAGES; id++) {
      double unit = factor(jitter, 0, id);
      cells.count((int) Math.min(9, unit * 10));
      double next = factor(jitter, 1, id);
      nextEpoch.count((int) Math.min(4, unit * 5) * 5 + (int) Math.min(4, next * 5));
    }
    cells.assertEven("factors");
    nextEpoch.assertEven("factor and that of the next epoch");
  }

  /** Returns where in its bounds a factor is, from 0 to 1: in steps of 1 / 100. */
  private static double factor(ColorJitter jitter, long epoch, long id) {
    Pixels image = Images.plain(1, 1, 3, 200);
    jitter.apply(image, Images.draws(epoch, id));
    int sample = image.sample(0, 0, 0);
    assertTrue(sample >= 150 && sample <= 250, "sample " + sample);
    // Both ends get half of the draws of the others: spread each over its width.
    double spread = Images.draws(epoch, id).unit(Name.SHEAR) - 0.5;
    double low = Math.max(0, sample - 150 - 0.5);
    double high = Math.min(100, sample - 150 + 0.5);
    return (low + (spread + 0.5) * (high - low)) / 100;
  }

  @Test
  void theStepsComeInAllOrdersAndTheirDrawsStay() {
    ColorJitter all = jitter("brightness", "0.4", "contrast", "0.5", "saturation", "0.6");
    var orders = new ChiSquare(6);
    String[] names = {"bcs", "bsc", "cbs", "csb", "sbc", "scb"};
    for (int id = 0; id < 600; id++) {
      Draws draws = Images.draws(0, id);
      Pixels found = Images.colors();
      all.apply(found, draws);
      int order = -1;
      for (int i = 0; i < names.length; i++) {
        if (Arrays.equals(inOrder(names[i], draws), Images.bytes(found))) {
          order = i;
        }
      }
      assertTrue(order >= 0, "image " + id);
      orders.count(order);
    }
    orders.assertEven("orders");
  }

  private byte[] inOrder(String order, Draws draws) {
    Pixels image = Images.colors();
    for (char step : order.toCharArray()) {
      switch (step) {
        case 'b' -> none.brighten(image, 1 + draws.between(Name.BRIGHTNESS, -0.4f, 0.4f));
        case 'c' -> none.contrast(image, 1 + draws.between(Name.CONTRAST, -0.5f, 0.5f));
        default -> none.saturate(image, 1 + draws.between(Name.SATURATION, -0.6f, 0.6f));
      }
    }
    return Images.bytes(image);
  }
}
