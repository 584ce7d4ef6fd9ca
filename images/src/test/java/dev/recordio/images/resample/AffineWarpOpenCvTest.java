// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.images.codec.Pixels;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.bytedeco.javacpp.indexer.DoubleIndexer;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Scalar;
import org.bytedeco.opencv.opencv_core.Size;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Against OpenCV itself, where its native code is there. */
class AffineWarpOpenCvTest {
  private static final int CASES = 120;
  private static final int[] CHANNELS = {1, 3, 4};

  @BeforeAll
  static void openCvIsThere() {
    assumeTrue(OpenCvImages.arePossible(), "skipped: no native code of OpenCV here");
  }

  @ParameterizedTest
  @EnumSource(
      names = {"AUTO", "RANDOM"},
      mode = EnumSource.Mode.EXCLUDE)
  void theResultIsItsForAnyMatrix(Interpolation method) {
    var random = new Random(method.number());
    var warp = new AffineWarp();
    var result = new Pixels();
    for (int i = 0; i < CASES; i++) {
      int width = 1 + random.nextInt(70);
      int height = 1 + random.nextInt(70);
      int newWidth = 1 + random.nextInt(90);
      int newHeight = 1 + random.nextInt(90);
      int fill = random.nextInt(256);
      double[] matrix = matrix(random, width, height, newWidth, newHeight);
      int channels = CHANNELS[random.nextInt(CHANNELS.length)];
      Pixels image = SampleImages.of(random, width, height, channels, 8);
      warp.warp(image, matrix, newWidth, newHeight, method, fill, result);
      Pixels its = warped(image, matrix, newWidth, newHeight, method, fill);
      assertEquals(0, SampleImages.distance(its, result), () -> Arrays.toString(matrix));
    }
  }

  @Test
  void theAnswersInTheResourcesAreIts() throws IOException {
    WarpAnswer.all()
        .forEach(
            answer -> {
              Pixels its =
                  warped(
                      answer.image(),
                      answer.matrix(),
                      answer.newWidth(),
                      answer.newHeight(),
                      answer.method(),
                      WarpAnswer.FILL);
              assertEquals(answer.checksum(), SampleImages.checksum(its), answer::toString);
            });
  }

  /** Returns a matrix that turns, shears and scales, and keeps the centre near the centre. */
  private static double[] matrix(
      Random random, int width, int height, int newWidth, int newHeight) {
    double angle = random.nextInt(4) == 0 ? Math.PI / 2 : random.nextDouble() * 7;
    double shear = random.nextInt(2) * (random.nextDouble() - 0.5);
    double scale = 0.3 + random.nextDouble() * 2;
    double a = scale * (Math.cos(angle) - shear * Math.sin(angle));
    double b = scale * (Math.sin(angle) + shear * Math.cos(angle));
    double c = -scale * Math.sin(angle);
    double d = scale * Math.cos(angle);
    return new double[] {
      a, b, (newWidth - a * width - b * height) / 2, c, d, (newHeight - c * width - d * height) / 2
    };
  }

  private static Pixels warped(
      Pixels image, double[] matrix, int width, int height, Interpolation method, int fill) {
    try (Mat in = OpenCvImages.of(image);
        Mat out = new Mat();
        Mat two = new Mat(2, 3, opencv_core.CV_64F);
        Size size = new Size(width, height);
        Scalar border = new Scalar(fill, fill, fill, fill);
        DoubleIndexer numbers = two.createIndexer()) {
      numbers.put(0, 0, matrix);
      opencv_imgproc.warpAffine(
          in, out, two, size, method.number(), opencv_core.BORDER_CONSTANT, border);
      return OpenCvImages.of(out);
    }
  }
}
