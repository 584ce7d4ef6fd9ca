// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Interpolation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The map that the step asks for; what it makes of pixels is tested where pixels are warped. */
class AffineStepTest {
  /**
   * Options, and the map and size of an image of 75x60: computed with NumPy in float32 by the rule
   * that, with OpenCV's warpAffine, gives the batches of libmxnet 1.9.1 to the bit.
   */
  private static final String[] ANSWERS = {
    "rotate 30",
    "0.866025388 0.5 -9.97595215 -0.5 0.866025388 22.7692375 75x60",
    "rotate 90",
    "6.12323426e-17 1 7.5 -1 6.12323426e-17 67.5 75x60",
    "rotate-list -45",
    "0.707106769 -0.707106769 32.196701 0.707106769 0.707106769 -17.7297058 75x60",
    "min-random-scale 0.7 max-random-scale 0.7",
    "0.699999988 0 0 0 0.699999988 0 52x42",
    "min-aspect-ratio 1.5 max-aspect-ratio 1.5",
    "0.800000012 0 7.5 0 1.20000005 -6 75x60",
    "min-img-size 90",
    "1 0 7.5 0 1 15 90x90",
    "max-img-size 50.5",
    "1 0 -12.25 0 1 -4.75 50x50",
    "rotate 33 min-random-scale 0.8 max-random-scale 0.8 min-aspect-ratio 0.7 max-aspect-ratio 0.7",
    "0.789336979 0.512601435 -14.9781799 -0.358821034 0.552535892 20.8797112 60x48",
  };

  private static final int IMAGES = 4000;

  /** Notes what it is asked for, and makes images of one value. */
  private static final class RecordedWarp extends AffineStep.Warp {
    final List<String> calls = new ArrayList<>();
    double[] map;
    int size;

    RecordedWarp(String inter) {
      super(77, new RecordedResize(inter));
    }

    @Override
    void apply(
        Pixels from,
        double[] matrix,
        int width,
        int height,
        Interpolation chosen,
        int outside,
        Pixels to) {
      calls.add(chosen + " " + outside + " x" + from.channels());
      map = matrix.clone();
      size = width * 1000 + height;
      to.reshape(width, height, from.channels(), from.depth());
      if (from.channels() != 3) {
        Arrays.fill(to.data(), (byte) outside);
      }
    }
  }

  private final RecordedWarp warp = new RecordedWarp("1");
  private final Pixels image = new Pixels();
  private final Pixels spare = new Pixels();

  private AffineStep step(String... namesAndValues) {
    AugmentOptions options = Images.options("3,4,4", namesAndValues);
    assertTrue(AffineStep.isWanted(options));
    return new AffineStep(options, warp, new Resize.Limit(1 << 26));
  }

  private double[] map(AffineStep step, long epoch, long id) throws MalformedRecordException {
    image.reshape(75, 60, 3, 8);
    step.apply(image, spare, Images.draws(epoch, id));
    assertEquals(warp.size, image.width() * 1000 + image.height());
    return warp.map;
  }

  @Test
  void theMapIsThatOfImageRecordIter() throws MalformedRecordException {
    for (int i = 0; i < ANSWERS.length; i += 2) {
      String[] words = ANSWERS[i + 1].split(" ");
      double[] found = map(step(ANSWERS[i].split(" ")), 0, 0);
      for (int number = 0; number < 6; number++) {
        float expected = Float.parseFloat(words[number]);
        assertEquals(expected, (float) found[number] + 0f, ANSWERS[i] + ", number " + number);
      }
      assertEquals(words[6], warp.size / 1000 + "x" + warp.size % 1000, ANSWERS[i]);
    }
  }

  @Test
  void itIsLeftOutWhereNothingAsksForIt() {
    assertFalse(AffineStep.isWanted(Images.options("3,4,4", "rotate", "0", "rand-crop", "1")));
    AugmentOptions resized =
        Images.options(
            "3,4,4",
            "random-resized-crop",
            "1",
            "min-aspect-ratio",
            "0.7",
            "max-aspect-ratio",
            "2");
    assertFalse(AffineStep.isWanted(resized));
  }

  @Test
  void aspectsOfResizedCropsAreNotThoseOfTheMap() throws MalformedRecordException {
    AffineStep step =
        step("random-resized-crop", "1", "max-aspect-ratio", "0.5", "min-img-size", "1");
    assertEquals("[1.0, 0.0, 0.0, 0.0, 1.0, 0.0]", Arrays.toString(plusZero(map(step, 0, 3))));
  }

  private static double[] plusZero(double[] map) {
    return Arrays.stream(map).map(number -> number + 0.0).toArray();
  }

  @Test
  void anglesAreWholeEvenAndReachBothEnds() throws MalformedRecordException {
    AffineStep step = step("max-rotate-angle", "12");
    var angles = new ChiSquare(25);
    var nextEpoch = new ChiSquare(25);
    for (int id = 0; id < IMAGES; id++) {
      int angle = angle(map(step, 0, id));
      angles.count(angle + 12);
      nextEpoch.count(Math.floorMod(angle - angle(map(step, 1, id)), 25));
    }
    angles.assertEven("angles");
    nextEpoch.assertEven("angle less that of the next epoch");
  }

  private static int angle(double[] map) {
    double degrees = Math.toDegrees(Math.atan2(-map[3], map[4]));
    assertEquals(Math.rint(degrees), degrees, 1e-4);
    return (int) Math.rint(degrees);
  }

  @Test
  void anglesOfAListAreEven() throws MalformedRecordException {
    AffineStep step = step("rotate-list", "-90,0,30");
    var angles = new ChiSquare(3);
    for (int id = 0; id < IMAGES; id++) {
      angles.count(List.of(-90, 0, 30).indexOf(angle(map(step, 0, id))));
    }
    angles.assertEven("angles");
  }

  @Test
  void scaleAspectAndShearStayInTheirBoundsAndAreEven() throws MalformedRecordException {
    AffineStep step =
        step(
            "min-random-scale", "0.5",
            "max-random-scale", "1.5",
            "min-aspect-ratio", "0.8",
            "max-aspect-ratio", "1.2",
            "max-shear-ratio", "0.3");
    var scales = new ChiSquare(16);
    var ratios = new ChiSquare(16);
    var shears = new ChiSquare(16);
    var both = new ChiSquare(8 * 8);
    for (int id = 0; id < IMAGES; id++) {
      double[] map = map(step, 0, id); // no rotation: tall, shear * wide; 0, wide
      double ratio = map[4] / map[0];
      double scale = map[0] * (1 + ratio) / 2;
      double shear = map[1] / map[4];
      assertEquals((int) (float) (scale * 75), warp.size / 1000, 1);
      scales.count(cell(scale, 0.5, 1.5));
      ratios.count(cell(ratio, 0.8, 1.2));
      shears.count(cell(shear, -0.3, 0.3));
      both.count(cell(scale, 0.5, 1.5) / 2 * 8 + cell(ratio, 0.8, 1.2) / 2);
    }
    scales.assertEven("scales");
    ratios.assertEven("ratios");
    shears.assertEven("shears");
    both.assertEven("scale and ratio");
  }

  private static int cell(double value, double min, double max) {
    assertTrue(value > min - 1e-5 && value < max + 1e-5, value + " in " + min + " to " + max);
    return (int) Math.max(0, Math.min(15, (value - min) / (max - min) * 16));
  }

  /** x becomes x + s y of what rotation makes of both. */
  @Test
  void shearIsOfTheRotated() throws MalformedRecordException {
    AffineStep step = step("rotate", "30", "max-shear-ratio", "0.5");
    double cos = Math.cos(Math.PI / 6);
    double sin = Math.sin(Math.PI / 6);
    for (int id = 0; id < 20; id++) {
      double shear = Images.draws(0, id).between(Draws.Name.SHEAR, -0.5f, 0.5f);
      double[] map = map(step, 0, id);
      assertEquals(cos - shear * sin, map[0], 1e-6);
      assertEquals(sin + shear * cos, map[1], 1e-6);
    }
  }

  @Test
  void whatIsOutsideIsFilledAndTransparent() throws MalformedRecordException {
    image.set(Images.plain(75, 60, 4, 1));
    step("rotate", "45").apply(image, new Pixels(), Images.draws(0, 0));
    assertEquals(List.of("BILINEAR 77 x4", "BILINEAR 0 x1"), warp.calls);
    assertEquals(77, image.sample(3, 4, 2));
    assertEquals(0, image.sample(3, 4, 3));
  }

  @Test
  void oneOptionMovesNoDrawOfAnother() throws MalformedRecordException {
    AffineStep one = step("max-rotate-angle", "180");
    AffineStep two = step("max-rotate-angle", "180", "max-shear-ratio", "1", "min-img-size", "8");
    int moved = 0;
    for (int id = 0; id < 200; id++) {
      double[] plain = map(one, 0, id);
      double[] sheared = map(two, 0, id);
      assertEquals(angle(plain), angle(sheared));
      moved += plain[1] == sheared[1] ? 0 : 1;
    }
    assertNotEquals(0, moved);
  }

  @Test
  void aSizeBeyondTheLimitIsAnErrorAndNoneIsEmpty() throws MalformedRecordException {
    AffineStep large = step("min-random-scale", "1000", "max-random-scale", "1000");
    var error = assertThrows(MalformedRecordException.class, () -> map(large, 0, 0));
    assertEquals("75000x60000, from an image of 75x60", error.found());
    map(step("min-random-scale", "0.001", "max-random-scale", "0.001"), 0, 0);
    assertEquals(1001, warp.size);
  }
}
