// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.images.augment.Draws.Name;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DrawsTest {
  private static final int CELLS = 64;
  private static final int PAIR_CELLS = 16;
  private static final int DRAWS = 20_000;

  private final Draws draws = new Draws();

  /** Draws the n-th number of a series. */
  private interface Series {
    double at(int n);
  }

  private double unit(long seed, long epoch, long id, Name name) {
    draws.set(seed, epoch, id);
    return draws.unit(name);
  }

  private static void assertUniform(String what, Series series) {
    var cells = new ChiSquare(CELLS);
    double sum = 0;
    for (int n = 0; n < DRAWS; n++) {
      double unit = series.at(n);
      assertTrue(unit >= 0 && unit < 1, what);
      cells.count((int) (unit * CELLS));
      sum += unit;
    }
    cells.assertEven(what);
    assertEquals(0.5, sum / DRAWS, 5 / Math.sqrt(12.0 * DRAWS), what);
  }

  private static void assertIndependent(String what, Series one, Series other) {
    var pairs = new ChiSquare(PAIR_CELLS * PAIR_CELLS);
    double product = 0;
    for (int n = 0; n < DRAWS; n++) {
      double x = one.at(n);
      double y = other.at(n);
      pairs.count((int) (x * PAIR_CELLS) * PAIR_CELLS + (int) (y * PAIR_CELLS));
      product += (x - 0.5) * (y - 0.5);
    }
    pairs.assertEven(what);
    assertEquals(0, 12 * product / DRAWS, 5 / Math.sqrt(DRAWS), what + ": correlation");
  }

  @Test
  void numbersAreUniformOverIdsEpochsSeedsAndRepetitions() {
    for (Name name : new Name[] {Name.CROP_X, Name.MIRROR, Name.PCA}) {
      assertUniform("ids, " + name, n -> unit(0, 0, n, name));
      assertUniform("negative ids, " + name, n -> unit(7, 3, -n, name));
      assertUniform("distant ids, " + name, n -> unit(7, 3, (long) n << 40, name));
      assertUniform("epochs, " + name, n -> unit(0, n, 0, name));
      assertUniform("seeds, " + name, n -> unit(n, 0, 0, name));
      draws.set(1, 2, 3);
      assertUniform("repetitions, " + name, n -> draws.unit(name, n));
    }
  }

  @Test
  void neighboursAreIndependent() {
    Name name = Name.CROP_X;
    assertIndependent("ids", n -> unit(0, 0, n, name), n -> unit(0, 0, n + 1, name));
    assertIndependent("epochs", n -> unit(0, 0, n, name), n -> unit(0, 1, n, name));
    assertIndependent("seeds", n -> unit(0, 0, n, name), n -> unit(1, 0, n, name));
    assertIndependent("epoch and id", n -> unit(0, 1, n, name), n -> unit(0, n, 1, name));
    assertIndependent("seed and epoch", n -> unit(1, n, 9, name), n -> unit(n, 1, 9, name));
    assertIndependent(
        "repetitions",
        n -> unit(0, 0, n, name),
        n -> {
          draws.set(0, 0, n);
          return draws.unit(name, 1);
        });
  }

  @Test
  void namesAreIndependentOfEachOther() {
    Name[] names = Name.values();
    for (int i = 0; i < names.length; i++) {
      Name one = names[i];
      Name other = names[(i + 1) % names.length];
      assertIndependent(one + " and " + other, n -> unit(5, 1, n, one), n -> unit(5, 1, n, other));
    }
    assertIndependent(
        "both places of a crop", n -> unit(0, 0, n, Name.CROP_X), n -> unit(0, 0, n, Name.CROP_Y));
  }

  @Test
  void eachBitOfSeedEpochAndIdMovesHalfOfTheBits() {
    for (int bit = 0; bit < Long.SIZE; bit++) {
      long flip = 1L << bit;
      assertSpreads("seed bit " + bit, flip, 0, 0);
      assertSpreads("epoch bit " + bit, 0, flip, 0);
      assertSpreads("id bit " + bit, 0, 0, flip);
    }
  }

  private void assertSpreads(String what, long seed, long epoch, long id) {
    int flipped = 0;
    int images = 40;
    for (long n = 0; n < images; n++) {
      long one = Math.round(unit(n, n + 1, n + 2, Name.CROP_X) * 0x1p53);
      long other = Math.round(unit(n ^ seed, n + 1 ^ epoch, n + 2 ^ id, Name.CROP_X) * 0x1p53);
      flipped += Long.bitCount(one ^ other);
    }
    double bits = 53.0 * images;
    assertEquals(bits / 2, flipped, 5 * Math.sqrt(bits) / 2, what);
  }

  @Test
  void theNumbersOfANameNeverChange() {
    var expected = new EnumMap<Name, Double>(Name.class);
    expected.put(Name.INTERPOLATION, 0.6095766047222255);
    expected.put(Name.SHEAR, 0.4026911079852622);
    expected.put(Name.ANGLE, 0.2537485124678338);
    expected.put(Name.SCALE, 0.15303775382919071);
    expected.put(Name.ASPECT, 0.7890550655581839);
    expected.put(Name.RESIZED_AREA, 0.26854460974477246);
    expected.put(Name.RESIZED_ASPECT, 0.6682624040013532);
    expected.put(Name.RESIZED_EXCHANGE, 0.12029885892778525);
    expected.put(Name.CROP_SIZE, 0.17030333977033285);
    expected.put(Name.CROP_X, 0.041187463750831155);
    expected.put(Name.CROP_Y, 0.02575184098898564);
    expected.put(Name.BRIGHTNESS, 0.8645367125756183);
    expected.put(Name.CONTRAST, 0.760741955583852);
    expected.put(Name.SATURATION, 0.04352285974522363);
    expected.put(Name.COLOR_ORDER, 0.6437284712990573);
    expected.put(Name.HLS_HUE, 0.8750374704082905);
    expected.put(Name.HLS_LIGHTNESS, 0.8832242799523741);
    expected.put(Name.HLS_SATURATION, 0.9702918412400631);
    expected.put(Name.PCA, 0.7391830937616347);
    expected.put(Name.MIRROR, 0.35527979874048643);
    expected.put(Name.NUMBER_CONTRAST, 0.019470511472665653);
    expected.put(Name.NUMBER_ILLUMINATION, 0.5682463782859617);
    Map<Name, Double> found = new EnumMap<>(Name.class);
    draws.set(20, 3, 1_000_003);
    for (Name name : Name.values()) {
      found.put(name, draws.unit(name));
    }
    assertEquals(expected, found);
    assertEquals(0.8531209332034148, draws.unit(Name.PCA, 5));
    assertEquals(0.8174039745841744, unit(0, 0, 0, Name.MIRROR));
    assertEquals(0.2700985578450197, unit(-1, Long.MAX_VALUE, Long.MIN_VALUE, Name.MIRROR));
  }

  @Test
  void wholeNumbersReachBothEndsEvenly() {
    var cells = new ChiSquare(7);
    for (int id = 0; id < 7000; id++) {
      draws.set(0, 0, id);
      cells.count(draws.below(Name.ANGLE, 7));
      float number = draws.between(Name.SCALE, -2, 3);
      assertTrue(number >= -2 && number <= 3);
    }
    cells.assertEven("whole numbers");
  }

  @Test
  void normalNumbersHaveTheirMomentsAndTails() {
    double sum = 0;
    double squares = 0;
    double fourth = 0;
    int beyondTwo = 0;
    for (int id = 0; id < DRAWS; id++) {
      draws.set(0, 0, id);
      double number = draws.normal(Name.PCA, id % 3);
      sum += number;
      squares += number * number;
      fourth += Math.pow(number, 4);
      beyondTwo += Math.abs(number) > 2 ? 1 : 0;
    }
    assertEquals(0, sum / DRAWS, 5 / Math.sqrt(DRAWS));
    assertEquals(1, squares / DRAWS, 5 * Math.sqrt(2.0 / DRAWS));
    assertEquals(3, fourth / DRAWS, 5 * Math.sqrt(96.0 / DRAWS));
    assertEquals(0.0455, beyondTwo / (double) DRAWS, 0.008);
  }
}
