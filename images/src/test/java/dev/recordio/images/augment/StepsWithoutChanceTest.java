// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Crops;
import dev.recordio.images.resample.Interpolation;
import dev.recordio.images.resample.Resampler;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Short edges, growth and cuts, against the same steps done one by one. */
class StepsWithoutChanceTest {
  private static Pixels noise(int width, int height) {
    var pixels = new Pixels();
    pixels.reshape(width, height, 3, 8);
    new Random(width * 31L + height).nextBytes(pixels.data());
    return pixels;
  }

  private static Pixels resized(Pixels from, int width, int height, Interpolation method) {
    var to = new Pixels();
    new Resampler().resize(from, width, height, method, to);
    return to;
  }

  private static Pixels cut(Pixels from, int left, int top, int width, int height) {
    var to = new Pixels();
    Crops.cut(from, left, top, width, height, to);
    return to;
  }

  private static void assertSame(Pixels expected, Pixels actual) {
    assertEquals(
        expected.width() + "x" + expected.height(), actual.width() + "x" + actual.height());
    assertArrayEquals(
        Arrays.copyOf(expected.data(), expected.bytes()),
        Arrays.copyOf(actual.data(), actual.bytes()));
  }

  private static Pixels fit(Pixels image, int resize, int width, int height, Interpolation method)
      throws MalformedRecordException {
    AugmentOptions options =
        Images.options(
            "3," + height + "," + width,
            "resize",
            resize == 0 ? "" : resize + "",
            "inter",
            method.number() + "");
    var into = new AugmentedImage();
    new Augmenter(options, 1 << 20).augment(image, 0, 0, 0, into);
    return into.pixels();
  }

  @Test
  void largeImagesAreOnlyCut() throws MalformedRecordException {
    Pixels image = noise(31, 20);
    Pixels expected = cut(image, 10, 3, 11, 14);
    assertSame(expected, fit(image, 0, 11, 14, Interpolation.AREA));
  }

  @Test
  void theShortEdgeIsResizedFirst() throws MalformedRecordException {
    Pixels image = noise(50, 37);
    Pixels resized = resized(image, 40 * 50 / 37, 40, Interpolation.BILINEAR);
    assertSame(cut(resized, 15, 8, 24, 24), fit(image, 40, 24, 24, Interpolation.BILINEAR));
  }

  @Test
  void lowImagesGrowThenNarrowOnes() throws MalformedRecordException {
    Pixels low = noise(30, 7);
    Pixels grown = resized(low, (int) (20f / 7 * 30), 20, Interpolation.NEAREST);
    assertSame(cut(grown, 37, 0, 10, 20), fit(low, 0, 10, 20, Interpolation.NEAREST));

    Pixels narrow = noise(7, 30);
    Pixels wide = resized(narrow, 20, (int) (20f / 7 * 30), Interpolation.NEAREST);
    assertSame(cut(wide, 0, 37, 20, 10), fit(narrow, 0, 20, 10, Interpolation.NEAREST));
  }

  @Test
  void bothGrowOneAfterTheOther() throws MalformedRecordException {
    Pixels image = noise(4, 9);
    Pixels higher = resized(image, (int) (12f / 9 * 4), 12, Interpolation.CUBIC);
    Pixels wider = resized(higher, 30, (int) (30f / higher.width() * 12), Interpolation.CUBIC);
    Pixels expected = cut(wider, 0, (wider.height() - 12) / 2, 30, 12);
    // Cubic, since both edges grow: chosen before the first step, which the second would not be.
    assertSame(expected, fit(noise(4, 9), 0, 30, 12, Interpolation.AUTO));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 60000, 300, 1, 1",
    "60000, 1, 300, 1, 1",
    "1, 9000, 0, 200, 5",
    "9000, 1, 0, 5, 200"
  })
  void whatWouldBecomeHugeIsRefusedBeforeItIsAllocated(
      int width, int height, int resize, int toWidth, int toHeight) {
    var e =
        assertThrows(
            MalformedRecordException.class,
            () -> fit(noise(width, height), resize, toWidth, toHeight, Interpolation.NEAREST));
    assertEquals("from an image of " + width + "x" + height, e.found().split(", ")[1]);
    assertTrue(e.expected().contains("1048576 pixels"), e.expected());
  }
}
