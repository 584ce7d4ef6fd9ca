// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.images.codec.Pixels;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class AffineWarpTest {
  private static final double[] IDENTITY = {1, 0, 0, 0, 1, 0};

  private final AffineWarp warp = new AffineWarp();
  private final Pixels result = new Pixels();

  @ParameterizedTest
  @MethodSource("dev.recordio.images.resample.WarpAnswer#all")
  void theResultIsOpenCvs(WarpAnswer answer) {
    warp.warp(
        answer.image(),
        answer.matrix(),
        answer.newWidth(),
        answer.newHeight(),
        answer.method(),
        WarpAnswer.FILL,
        result);
    assertEquals(answer.checksum(), SampleImages.checksum(result));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"AUTO", "RANDOM"},
      mode = EnumSource.Mode.EXCLUDE)
  void nothingChangesByTheIdentity(Interpolation method) {
    for (int channels : new int[] {1, 3, 4}) {
      Pixels image = SampleImages.of(new Random(channels), 37, 23, channels, 8);
      warp.warp(image, IDENTITY, 37, 23, method, 255, result);
      assertEquals(0, SampleImages.distance(image, result));
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"AUTO", "RANDOM"},
      mode = EnumSource.Mode.EXCLUDE)
  void aSquareTurnedBy90DegreesIsExact(Interpolation method) {
    int edge = 31;
    Pixels image = SampleImages.of(new Random(2), edge, edge, 3, 8);
    warp.warp(image, new double[] {0, -1, edge - 1, 1, 0, 0}, edge, edge, method, 7, result);
    for (int y = 0; y < edge; y++) {
      for (int x = 0; x < edge; x++) {
        for (int c = 0; c < 3; c++) {
          assertEquals(image.sample(y, edge - 1 - x, c), result.sample(x, y, c));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"AUTO", "RANDOM"},
      mode = EnumSource.Mode.EXCLUDE)
  void whatIsOutsideIsFilled(Interpolation method) {
    Pixels image = SampleImages.of(new Random(3), 9, 8, 4, 8);
    warp.warp(image, new double[] {1, 0, 30, 0, 1, 20}, 60, 50, method, 99, result);
    for (int y = 0; y < 50; y++) {
      for (int x = 0; x < 60; x++) {
        boolean inside = x >= 30 && x < 39 && y >= 20 && y < 28;
        int expected = inside ? image.sample(x - 30, y - 20, 2) : 99;
        assertEquals(expected, result.sample(x, y, 2), x + ", " + y);
      }
    }
  }

  /**
   * Half a pixel to the right: of two pixels the mean, and of the outermost one and the filling.
   */
  @Test
  void betweenPixelsIsTheirMean() {
    var image = new Pixels();
    image.reshape(3, 1, 1, 8);
    System.arraycopy(new byte[] {10, 20, 100}, 0, image.data(), 0, 3);
    warp.warp(image, new double[] {1, 0, 0.5, 0, 1, 0}, 4, 1, Interpolation.BILINEAR, 50, result);
    assertEquals(30, result.sample(0, 0, 0));
    assertEquals(15, result.sample(1, 0, 0));
    assertEquals(60, result.sample(2, 0, 0));
    assertEquals(75, result.sample(3, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(names = {"CUBIC", "LANCZOS"})
  void weightsOfEveryPlaceAddUpToOne(Interpolation method) {
    WarpWeights weights = WarpWeights.of(method);
    int taps = weights.size() * weights.size();
    for (int place = 0; place < 32 * 32; place++) {
      int sum = 0;
      for (int i = 0; i < taps; i++) {
        sum += weights.table()[place * taps + i];
      }
      assertEquals(1 << 15, sum);
    }
  }

  @Test
  void farPlacesAreNoError() {
    Pixels image = SampleImages.flat(3, 3, 3, 1);
    for (double far : new double[] {1e7, -1e7, 1e300, Double.NaN}) {
      for (Interpolation method : Interpolation.values()) {
        if (method.number() <= 4) {
          warp.warp(image, new double[] {1, 0, far, 0, 1, far}, 5, 5, method, 9, result);
          assertTrue(result.sample(4, 4, 0) == 9 || Double.isNaN(far), method + " " + far);
        }
      }
    }
    // A matrix without an inverse: every place is the first pixel, as in OpenCV.
    warp.warp(image, new double[6], 5, 5, Interpolation.NEAREST, 9, result);
    assertEquals(1, result.sample(4, 4, 2));
  }

  @Test
  void whatCannotBeIsRefused() {
    Pixels wide = SampleImages.of(new Random(1), 2, 2, 1, 16);
    Pixels image = SampleImages.flat(2, 2, 1, 5);
    assertThrows(
        IllegalArgumentException.class,
        () -> warp.warp(wide, IDENTITY, 2, 2, Interpolation.CUBIC, 0, result));
    assertThrows(
        IllegalArgumentException.class,
        () -> warp.warp(image, IDENTITY, 2, 2, Interpolation.CUBIC, 0, image));
    assertThrows(
        IllegalArgumentException.class,
        () -> warp.warp(image, IDENTITY, 2, 2, Interpolation.AUTO, 0, result));
  }
}
