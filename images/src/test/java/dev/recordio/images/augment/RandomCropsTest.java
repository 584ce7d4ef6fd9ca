// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Square crops and resized crops: what they cut out, before it is resized. */
class RandomCropsTest {
  private static final int IMAGES = 4000;
  private static final Resize.Limit LIMIT = new Resize.Limit(1 << 26);

  private final RecordedResize resize = new RecordedResize("1");
  private final Pixels image = Images.places(100, 80, 3);
  private final Pixels to = new Pixels();

  /** Returns left, top, columns and rows of what an image of 100x80 is cut to. */
  private int[] cut(Crop crop, long epoch, long id) throws MalformedRecordException {
    crop.cut(image, new Pixels(), Images.draws(epoch, id), to);
    assertEquals("8x6", to.width() + "x" + to.height());
    Pixels from = resize.lastFrom;
    int left = from.sample(0, 0, 0);
    int top = from.sample(0, 0, 1);
    assertEquals(left + from.width() - 1, from.sample(from.width() - 1, 0, 0));
    assertEquals(top + from.height() - 1, from.sample(0, from.height() - 1, 1));
    return new int[] {left, top, from.width(), from.height()};
  }

  private Crop square(String... namesAndValues) {
    return new Crop.Square(Images.options("3,6,8", namesAndValues), resize);
  }

  private Crop resized(String min, String max, String... namesAndValues) {
    AugmentOptions.Builder options =
        AugmentOptions.builder()
            .set("shape", "3,6,8")
            .set("random-resized-crop", "true")
            .set("min-random-area", min)
            .set("max-random-area", max);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      options.set(namesAndValues[i], namesAndValues[i + 1]);
    }
    AugmentOptions built = options.build();
    return new Crop.Resized(built, resize, new Crop.Plain(built, resize, LIMIT));
  }

  @Test
  void aSquareWithoutChanceIsInTheMiddle() throws MalformedRecordException {
    int[] found = cut(square("min-crop-size", "37", "max-crop-size", "37"), 0, 0);
    assertEquals("[31, 21, 37, 37]", Arrays.toString(found));
  }

  @Test
  void squaresHaveAllEdgesAndPlaces() throws MalformedRecordException {
    Crop crop = square("min-crop-size", "70", "max-crop-size", "79", "rand-crop", "1");
    var edges = new ChiSquare(10);
    var nextEpoch = new ChiSquare(10);
    var places = new ChiSquare(4 * 4);
    for (int id = 0; id < IMAGES; id++) {
      int[] found = cut(crop, 0, id);
      assertEquals(found[2], found[3]);
      edges.count(found[2] - 70);
      nextEpoch.count((found[2] - cut(crop, 1, id)[2] + 10) % 10);
      if (found[2] == 77) { // 24 places across, 4 down
        places.count(found[0] / 6 * 4 + found[1]);
      }
    }
    edges.assertEven("edges");
    nextEpoch.assertEven("edges in the next epoch");
    places.assertEven("places");
  }

  @Test
  void anImageSmallerThanTheSquareIsAnError() {
    Crop crop = square("min-crop-size", "10", "max-crop-size", "81");
    var error = assertThrows(MalformedRecordException.class, () -> cut(crop, 0, 0));
    assertEquals("at least 81x81 pixels, as max-crop-size is 81", error.expected());
    assertEquals("100x80", error.found());
    image.set(Images.places(80, 100, 3));
    assertThrows(MalformedRecordException.class, () -> cut(crop, 0, 0));
  }

  @Test
  void areasOfResizedCropsAreEvenAndAspectsInTheirBounds() throws MalformedRecordException {
    Crop crop = resized("0.1", "0.5", "min-aspect-ratio", "0.75", "max-aspect-ratio", "1.25");
    var areas = new ChiSquare(10);
    var nextEpoch = new ChiSquare(5 * 5);
    int inverse = 0;
    for (int id = 0; id < IMAGES; id++) {
      int[] found = cut(crop, 0, id);
      double area = found[2] * found[3] / 8000.0;
      double ratio = found[2] / (double) found[3];
      assertTrue(area > 0.1 * 0.97 && area < 0.5 * 1.03, "area " + area);
      assertTrue(ratio > 0.75 - 0.04 && ratio < 1 / 0.75 + 0.04, "ratio " + ratio);
      areas.count(cell((area - 0.1) / 0.4, 10));
      int[] later = cut(crop, 1, id);
      double next = later[2] * later[3] / 8000.0;
      nextEpoch.count(cell((area - 0.1) / 0.4, 5) * 5 + cell((next - 0.1) / 0.4, 5));
      inverse += ratio > 1.29 ? 1 : 0; // beyond 1.25: only as the inverse of one below 0.8
    }
    areas.assertEven("areas");
    nextEpoch.assertEven("area and that of the next epoch");
    assertTrue(inverse > 0);
  }

  private static int cell(double unit, int cells) {
    return (int) Math.max(0, Math.min(cells - 1, unit * cells));
  }

  @Test
  void anAspectAndItsInverseAreEquallyLikely() throws MalformedRecordException {
    Crop crop = resized("0.3", "0.3", "min-aspect-ratio", "2", "max-aspect-ratio", "2");
    var kinds = new ChiSquare(2);
    for (int id = 0; id < IMAGES; id++) {
      int[] found = cut(crop, 0, id);
      boolean wide = found[2] > found[3];
      assertEquals(69, wide ? found[2] : found[3]); // sqrt(2400 * 2)
      assertEquals(35, wide ? found[3] : found[2]); // sqrt(2400 / 2) is 34.6
      kinds.count(wide ? 1 : 0);
    }
    kinds.assertEven("wide and tall ones");
  }

  @Test
  void placesOfResizedCropsAreEvenAndReachBothEnds() throws MalformedRecordException {
    Crop crop = resized("0.6", "0.6"); // a square of 69: 32 places across, 12 down
    var places = new ChiSquare(32 * 12);
    var before = new ChiSquare(32);
    int last = 0;
    for (int id = 0; id < 4 * IMAGES; id++) {
      int[] found = cut(crop, 0, id);
      assertEquals(69, found[2]);
      assertEquals(69, found[3]);
      places.count(found[0] * 12 + found[1]);
      before.count((found[0] - last + 32) % 32);
      last = found[0];
    }
    places.assertEven("places");
    before.assertEven("distance from the image before");
  }

  /** Ten areas that do not fit are followed by the crop in the middle. */
  @Test
  void whatNeverFitsIsCutInTheMiddle() throws MalformedRecordException {
    assertMiddle(resized("0.9", "0.9")); // a square of 85
    assertMiddle(resized("0.000001", "0.000001")); // of no pixel
    assertMiddle(resized("1", "1")); // nothing to draw
    resize.calls.clear();
    Pixels square = Images.places(90, 90, 3); // all of it would fit
    resized("1", "1").cut(square, new Pixels(), Images.draws(0, 1), to);
    assertEquals(List.of(), resize.calls);
    Crop seldom = resized("0.2", "1"); // fits up to 0.8: a quarter of the tries fails
    int middle = 0;
    for (int id = 0; id < 1000; id++) {
      resize.calls.clear();
      seldom.cut(image, new Pixels(), Images.draws(0, id), to);
      middle += resize.calls.isEmpty() ? 1 : 0;
    }
    assertEquals(0, middle, "all ten tries fail once in 10^6 times");
  }

  private void assertMiddle(Crop crop) throws MalformedRecordException {
    resize.calls.clear();
    crop.cut(Images.places(100, 80, 3), new Pixels(), Images.draws(0, 1), to);
    assertEquals(List.of(), resize.calls);
    assertEquals(46, to.sample(0, 0, 0));
    assertEquals(37, to.sample(0, 0, 1));
  }
}
