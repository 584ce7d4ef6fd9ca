// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sums are whole numbers, the same for any division of the images. */
class MeanSumsTest {
  private static Pixels pixels(int channels, int height, int width, int... samples) {
    var pixels = new Pixels();
    pixels.reshape(width, height, channels, 8);
    for (int i = 0; i < samples.length; i++) {
      pixels.data()[i] = (byte) samples[i];
    }
    return pixels;
  }

  private static void merge(MeanSums into, MeanSums from) throws MalformedRecordException {
    byte[] bytes = from.toBytes();
    byte[] shifted = new byte[bytes.length + 5];
    System.arraycopy(bytes, 0, shifted, 3, bytes.length);
    into.merge(shifted, 3, bytes.length, "test");
  }

  @Test
  void interleavedSamplesBecomePlanes() {
    var sums = new MeanSums(3, 1, 2);
    sums.add(pixels(3, 1, 2, 255, 200, 3, 4, 5, 6));
    sums.add(pixels(3, 1, 2, 254, 100, 3, 5, 5, 7));
    assertArrayEquals(new float[] {254.5f, 4.5f, 150, 5, 3, 6.5f}, sums.mean().values());
    assertEquals("3,1,2", sums.mean().shape());
    assertEquals(2, sums.images());
  }

  @Test
  void anyDivisionGivesTheSameBytes() throws MalformedRecordException {
    var random = new Random(5);
    var all = new MeanSums(4, 5, 3);
    MeanSums[] parts = {new MeanSums(4, 5, 3), new MeanSums(4, 5, 3), new MeanSums(4, 5, 3)};
    for (int i = 0; i < 500; i++) {
      Pixels image = pixels(4, 5, 3, random.ints(60, 0, 256).toArray());
      all.add(image);
      parts[random.nextInt(3)].add(image);
    }
    for (int first = 0; first < 3; first++) {
      var merged = new MeanSums(4, 5, 3);
      for (int i = 0; i < 3; i++) {
        merge(merged, parts[(first + i) % 3]);
      }
      assertArrayEquals(all.toBytes(), merged.toBytes());
      assertArrayEquals(all.mean().toNpy(), merged.mean().toNpy());
    }
  }

  /** Beyond what an int holds, and beyond what a float counts by ones. */
  @Test
  void sumsOfManyImagesAreExact() throws MalformedRecordException {
    var sums = new MeanSums(1, 1, 1);
    Pixels white = pixels(1, 1, 1, 255);
    int images = 9_000_000;
    for (int i = 0; i < images; i++) {
      sums.add(white);
    }
    var twice = new MeanSums(1, 1, 1);
    merge(twice, sums);
    merge(twice, sums);
    twice.add(pixels(1, 1, 1, 0));
    assertEquals(2L * images + 1, twice.images());
    assertEquals((float) (255.0 * 2 * images / (2.0 * images + 1)), twice.mean().values()[0]);
    assertEquals(255f, sums.mean().values()[0]);
  }

  @Test
  void sumsOfAnotherShapeAreRefused() {
    byte[] bytes = new MeanSums(1, 2, 3).toBytes();
    var other = new MeanSums(1, 3, 2);
    assertThrows(
        MalformedRecordException.class, () -> other.merge(bytes, 0, bytes.length, "task 7"));
    var same = new MeanSums(1, 2, 3);
    assertThrows(
        MalformedRecordException.class, () -> same.merge(bytes, 0, bytes.length - 1, "task 7"));
    assertThrows(IllegalArgumentException.class, () -> other.add(pixels(1, 2, 3)));
  }

  @Test
  void thereIsNoMeanOfNothing() {
    assertThrows(IllegalStateException.class, () -> new MeanSums(1, 1, 1).mean());
  }

  @Test
  void shapesAreBounded() {
    for (int[] shape : new int[][] {{0, 1, 1}, {3, 1 << 16, 1 << 16}, {4, 1, (1 << 22) + 1}}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new MeanSums(shape[0], shape[1], shape[2]),
          Arrays.toString(shape));
    }
  }
}
