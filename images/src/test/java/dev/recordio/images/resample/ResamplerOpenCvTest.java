// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.images.codec.Pixels;
import java.io.IOException;
import java.util.Random;
import org.bytedeco.opencv.global.opencv_imgproc;
import org.bytedeco.opencv.opencv_core.Mat;
import org.bytedeco.opencv.opencv_core.Size;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Against OpenCV itself, where its native code is there. */
class ResamplerOpenCvTest {
  private static final int CASES = 150;
  private static final int[] CHANNELS = {1, 3, 4};

  private final Resampler resampler = new Resampler();

  @BeforeAll
  static void openCvIsThere() {
    assumeTrue(OpenCvImages.arePossible(), "skipped: no native code of OpenCV here");
  }

  @ParameterizedTest
  @EnumSource(
      names = {"AUTO", "RANDOM"},
      mode = EnumSource.Mode.EXCLUDE)
  void bytesAreEqualOnAnySize(Interpolation method) {
    compare(method, 8, 0);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"AUTO", "RANDOM"},
      mode = EnumSource.Mode.EXCLUDE)
  void sixteenBitsAreWithinOne(Interpolation method) {
    compare(method, 16, method == Interpolation.NEAREST ? 0 : 1);
  }

  @Test
  void theAnswersInTheResourcesAreIts() throws IOException {
    Answer.all()
        .forEach(
            answer -> {
              Pixels its =
                  resized(answer.image(), answer.newWidth(), answer.newHeight(), answer.method());
              assertEquals(answer.checksum(), SampleImages.checksum(its), answer::toString);
            });
  }

  private void compare(Interpolation method, int depth, int tolerance) {
    var random = new Random(method.number() * 100 + depth);
    var result = new Pixels();
    for (int i = 0; i < CASES; i++) {
      int[] shape = shape(random, i % 6);
      int channels = CHANNELS[random.nextInt(CHANNELS.length)];
      Pixels image = SampleImages.of(random, shape[0], shape[1], channels, depth);
      resampler.resize(image, shape[2], shape[3], method, result);
      int distance = SampleImages.distance(result, resized(image, shape[2], shape[3], method));
      assertTrue(
          distance <= tolerance,
          () ->
              String.format(
                  "%dx%dx%d to %dx%d: %d apart",
                  shape[0], shape[1], channels, shape[2], shape[3], distance));
    }
  }

  /** Returns an image's width and height, then those that it gets. */
  private static int[] shape(Random random, int kind) {
    int w = 1 + random.nextInt(90);
    int h = 1 + random.nextInt(90);
    int a = 1 + random.nextInt(7);
    int b = 1 + random.nextInt(7);
    return switch (kind) {
      case 0 -> new int[] {a, b, w, h};
      case 1 -> new int[] {w, h, a, b};
      case 2 -> new int[] {w * a, h * b, w, h};
      case 3 -> new int[] {w * 2, h * 2, w, h};
      case 4 -> new int[] {w + random.nextInt(2500), a, w + random.nextInt(5000), b};
      default -> new int[] {w, h, 1 + random.nextInt(90), 1 + random.nextInt(90)};
    };
  }

  private static Pixels resized(Pixels image, int width, int height, Interpolation method) {
    try (Mat in = OpenCvImages.of(image);
        Mat out = new Mat();
        Size size = new Size(width, height)) {
      opencv_imgproc.resize(in, out, size, 0, 0, method.number());
      return OpenCvImages.of(out);
    }
  }
}
