// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.images.codec.Pixels;
import org.junit.jupiter.api.Test;

class HlsShiftTest {
  private static HlsShift shift(String... namesAndValues) {
    return new HlsShift(Images.options("3,24,32", namesAndValues));
  }

  /** CRCs of what OpenCV 4.6 gives: there, shift, clamp, and back. */
  @Test
  void coloursAreThoseOfOpenCv() {
    int[][] shifts = {{0, 0, 0}, {30, -40, 60}, {-90, 17, -200}, {180, 255, 255}};
    int[] crcs = {0xb09ba1ae, 0x3b8a986b, 0xeec9e5b4, 0x86a26ac7};
    for (int i = 0; i < shifts.length; i++) {
      Pixels image = Images.colors();
      shift().apply(image, shifts[i][0], shifts[i][1], shifts[i][2]);
      assertEquals(crcs[i], Images.crc(image), "shift " + i);
    }
    Pixels image = Images.colors();
    var hls = new HlsShift.Hls();
    for (int at = 0; at < image.bytes(); at += 3) {
      hls.read(image.data(), at);
      image.data()[at] = (byte) hls.hue;
      image.data()[at + 1] = (byte) hls.lightness;
      image.data()[at + 2] = (byte) hls.saturation;
    }
    assertEquals(0x2be1e920, Images.crc(image));
  }

  /** Hues that one rounding more would make other ones than OpenCV's. */
  @Test
  void huesAreRoundedOnce() {
    int[][] colours = {{33, 48, 12, 43}, {39, 54, 18, 43}, {228, 243, 183, 37}};
    var hls = new HlsShift.Hls();
    for (int[] colour : colours) {
      hls.read(new byte[] {(byte) colour[0], (byte) colour[1], (byte) colour[2]}, 0);
      assertEquals(colour[3], hls.hue);
    }
  }

  @Test
  void hueMovesPrimariesAndDoesNotWrap() {
    int[] red = {255, 0, 0};
    assertShifts(red, 60, 0, new int[] {0, 255, 0});
    assertShifts(red, 120, 0, new int[] {0, 0, 255});
    assertShifts(red, -20, 0, red);
    assertShifts(new int[] {0, 0, 255}, 100, 0, red); // 220 is clamped to 180, which is red
    assertShifts(red, 0, 255, new int[] {255, 255, 255});
    assertShifts(red, 0, -255, new int[] {0, 0, 0});
  }

  private static void assertShifts(int[] pixel, int hue, int lightness, int[] expected) {
    Pixels image = Images.plain(1, 1, 3, 0);
    for (int i = 0; i < 3; i++) {
      image.data()[i] = (byte) pixel[i];
    }
    shift().apply(image, hue, lightness, 0);
    for (int i = 0; i < 3; i++) {
      assertEquals(expected[i], image.sample(0, 0, i), 1); // half a level of lightness is lost
    }
  }

  @Test
  void greyHasNoHue() {
    Pixels image = Images.plain(4, 4, 3, 90);
    shift("random-h", "180").apply(image, Images.draws(0, 5));
    assertArrayEquals(Images.bytes(Images.plain(4, 4, 3, 90)), Images.bytes(image));
  }

  /**
   * Of the shift by (u1 + 4 u2) / 5 the mean is 0 and the variance (1 + 16) / 25 of u's, times 4.
   */
  @Test
  void shiftsAreOfTheirBoundsMeanAndSpread() {
    HlsShift lightness = shift("random-l", "40");
    int images = 4000;
    double sum = 0;
    double squares = 0;
    int least = 0;
    int most = 0;
    int both = 0;
    for (int id = 0; id < images; id++) {
      int one = lightnessShift(lightness, 0, id);
      int next = lightnessShift(lightness, 1, id);
      sum += one;
      squares += one * one;
      least = Math.min(least, one);
      most = Math.max(most, one);
      both += one * next;
    }
    double variance = 40 * 40 * 4 * (17.0 / 25) / 12; // less what truncation takes
    assertTrue(least >= -40 && most <= 40 && least <= -38 && most >= 38, least + " to " + most);
    assertEquals(0, sum / images, 5 * Math.sqrt(variance / images));
    assertEquals(variance, squares / images, 0.06 * variance);
    assertEquals(0, both / (images * variance), 5 / Math.sqrt(images), "next epoch");
  }

  private static int lightnessShift(HlsShift shift, long epoch, long id) {
    Pixels image = Images.plain(1, 1, 3, 128);
    shift.apply(image, Images.draws(epoch, id));
    return image.sample(0, 0, 0) - 128;
  }
}
