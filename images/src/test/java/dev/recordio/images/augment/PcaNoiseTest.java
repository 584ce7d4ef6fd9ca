// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.images.codec.Pixels;
import org.junit.jupiter.api.Test;

class PcaNoiseTest {
  private static final int IMAGES = 6000;
  private static final double[] DEVIATIONS = {55.46, 4.794, 1.148};
  private static final double[][] AXES = {
    {-0.5675, 0.7192, 0.4009}, {-0.5808, -0.0045, -0.8140}, {-0.5836, -0.6948, 0.4203}
  };

  /** The shifts of red, green and blue vary together as the axes and their lengths say. */
  @Test
  void theNoiseHasTheCovarianceOfTheAxes() {
    double deviation = 0.5;
    var noise = new ColorStep.PcaNoise((float) deviation);
    var products = new double[3][3];
    double nextEpoch = 0;
    for (int id = 0; id < IMAGES; id++) {
      int[] one = shift(noise, 0, id);
      nextEpoch += one[0] * (double) shift(noise, 1, id)[0];
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          products[i][j] += one[i] * (double) one[j] / IMAGES;
        }
      }
    }
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        double expected = i == j ? 1 / 12.0 : 0; // of rounding
        for (int axis = 0; axis < 3; axis++) {
          expected += AXES[i][axis] * AXES[j][axis] * Math.pow(DEVIATIONS[axis] * deviation, 2);
        }
        assertEquals(expected, products[i][j], 0.1 * Math.abs(expected), i + "," + j);
      }
    }
    assertEquals(0, nextEpoch / IMAGES / products[0][0], 5 / Math.sqrt(IMAGES), "next epoch");
  }

  private static int[] shift(ColorStep.PcaNoise noise, long epoch, long id) {
    Pixels image = Images.plain(2, 1, 3, 128);
    noise.apply(image, Images.draws(epoch, id));
    int[] shift = new int[3];
    for (int channel = 0; channel < 3; channel++) {
      assertEquals(image.sample(0, 0, channel), image.sample(1, 0, channel));
      shift[channel] = image.sample(0, 0, channel) - 128;
    }
    return shift;
  }

  @Test
  void samplesSaturate() {
    var noise = new ColorStep.PcaNoise(1000);
    for (int id = 0; id < 20; id++) {
      Pixels image = Images.plain(1, 1, 3, 128);
      noise.apply(image, Images.draws(0, id));
      int sample = image.sample(0, 0, 0);
      assertEquals(sample < 128 ? 0 : 255, sample);
    }
  }
}
