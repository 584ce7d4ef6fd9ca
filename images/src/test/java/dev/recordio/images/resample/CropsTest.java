// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.images.codec.Pixels;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CropsTest {
  private static Pixels noise(int width, int height) {
    var pixels = new Pixels();
    pixels.reshape(width, height, 3, 8);
    new Random(width * 31L + height).nextBytes(pixels.data());
    return pixels;
  }

  private static void assertSame(Pixels expected, Pixels actual) {
    assertEquals(
        expected.width() + "x" + expected.height(), actual.width() + "x" + actual.height());
    assertArrayEquals(
        Arrays.copyOf(expected.data(), expected.bytes()),
        Arrays.copyOf(actual.data(), actual.bytes()));
  }

  /** Rows move within one array: each is read before another is written over it. */
  @ParameterizedTest
  @CsvSource({"9, 7, 9, 7", "9, 7, 8, 7", "9, 7, 9, 2", "9, 7, 1, 1", "7, 9, 6, 8", "8, 8, 5, 4"})
  void theCentreIsKeptInPlace(int width, int height, int toWidth, int toHeight) {
    for (int depth : new int[] {8, 16}) {
      var image = new Pixels();
      image.reshape(width, height, 4, depth);
      new Random(5).nextBytes(image.data());
      var expected = new Pixels();
      Crops.cutCentre(image, toWidth, toHeight, expected);
      byte[] array = image.data();
      Crops.keepCentre(image, toWidth, toHeight);
      assertSame(expected, image);
      assertEquals(depth, image.depth());
      assertTrue(array == image.data(), "no other array");
    }
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> Crops.keepCentre(noise(width, height), width, height + 2));
  }
}
