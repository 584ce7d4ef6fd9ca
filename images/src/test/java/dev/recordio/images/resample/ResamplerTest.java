// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.images.codec.Pixels;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResamplerTest {
  private static final List<Interpolation> METHODS =
      List.copyOf(EnumSet.range(Interpolation.NEAREST, Interpolation.LANCZOS));

  private final Resampler resampler = new Resampler();
  private final Pixels result = new Pixels();

  @ParameterizedTest
  @MethodSource("dev.recordio.images.resample.Answer#all")
  void theResultIsOpenCvs(Answer answer) {
    Pixels image = answer.image();
    resampler.resize(image, answer.newWidth(), answer.newHeight(), answer.method(), result);
    assertEquals(answer.checksum(), SampleImages.checksum(result));
    // What is in the array after the image does not count; nor what the result was before.
    Pixels roomy = SampleImages.roomy(image);
    resampler.resize(roomy, answer.newWidth(), answer.newHeight(), answer.method(), result);
    assertEquals(answer.checksum(), SampleImages.checksum(result));
    assertEquals(answer.channels(), result.channels());
    assertEquals(answer.depth(), result.depth());
  }

  @ParameterizedTest
  @EnumSource(
      names = {"AUTO", "RANDOM"},
      mode = EnumSource.Mode.EXCLUDE)
  void extremeShapesKeepOneColour(Interpolation method) {
    int[][] shapes = {{1, 1}, {1, 60000}, {60000, 1}, {3, 2}, {2049, 5}, {300, 200}};
    for (int[] from : shapes) {
      Pixels image = SampleImages.flat(from[0], from[1], 3, 201);
      for (int[] to : shapes) {
        if ((long) to[0] * to[1] < 100_000) {
          resampler.resize(image, to[0], to[1], method, result);
          assertArrayEquals(
              SampleImages.flat(to[0], to[1], 3, 201).data(),
              Arrays.copyOf(result.data(), result.bytes()),
              () -> Arrays.toString(from) + " to " + Arrays.toString(to));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"AUTO", "RANDOM"},
      mode = EnumSource.Mode.EXCLUDE)
  void theSameSizeIsACopy(Interpolation method) {
    for (int depth : new int[] {8, 16}) {
      Pixels image = SampleImages.of(new Random(depth), 31, 17, 4, depth);
      resampler.resize(image, 31, 17, method, result);
      assertArrayEquals(
          Arrays.copyOf(image.data(), image.bytes()), Arrays.copyOf(result.data(), result.bytes()));
      assertEquals(depth, result.depth());
    }
  }

  /** Its sum needs more than 32 bits. */
  @Test
  void allOfALargeImageBecomesOnePixel() {
    Pixels image = SampleImages.flat(8192, 2048, 1, 255);
    resampler.resize(image, 1, 1, Interpolation.AREA, result);
    assertEquals(255, result.sample(0, 0, 0));
  }

  @Test
  void theHighByteOf16BitsComesFirst() {
    var image = new Pixels();
    image.reshape(2, 1, 1, 16);
    System.arraycopy(new byte[] {0x10, 0x00, 0x30, 0x02}, 0, image.data(), 0, 4);
    resampler.resize(image, 1, 1, Interpolation.AREA, result);
    assertEquals(0x2001, result.sample(0, 0, 0));
  }

  @Test
  void aResultOfTheSameShapeCostsNoMemory() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    Pixels image = SampleImages.of(new Random(1), 101, 75, 3, 8);
    Pixels wide = SampleImages.of(new Random(1), 51, 35, 3, 16);
    resizeByAll(image, wide);
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 10; i++) {
      resizeByAll(image, wide);
    }
    long spent = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(spent < 2_000, spent + " bytes");
  }

  private void resizeByAll(Pixels image, Pixels wide) {
    for (Interpolation method : METHODS) {
      resampler.resize(image, 68, 50, method, result);
      resampler.resize(wide, 68, 50, method, result);
    }
  }

  @Test
  void whatCannotBeIsRefused() {
    Pixels image = SampleImages.flat(4, 4, 1, 0);
    assertThrows(
        IllegalArgumentException.class,
        () -> resampler.resize(image, 2, 2, Interpolation.BILINEAR, image));
    assertThrows(
        IllegalArgumentException.class,
        () -> resampler.resize(image, 2, 2, Interpolation.AUTO, result));
    assertThrows(
        IllegalArgumentException.class,
        () -> resampler.resize(image, 0, 2, Interpolation.AREA, result));
    assertThrows(
        IllegalArgumentException.class,
        () -> resampler.resize(image, 1 << 17, 1 << 17, Interpolation.AREA, result));
  }
}
