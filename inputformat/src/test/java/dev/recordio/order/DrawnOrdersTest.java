// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Draws with the probabilities they should have, by chi-square; seeds are fixed. */
class DrawnOrdersTest {
  private static final int DRAWS = 200_000;

  private static long[] times(RecordOrder order, int records) {
    var times = new long[records];
    for (long position = 0; position < order.count(); position++) {
      times[(int) order.at(position)]++;
    }
    return times;
  }

  private static void assertLikely(double[] probabilities, long[] times) {
    long draws = Arrays.stream(times).sum();
    double chiSquare = 0;
    int freedom = -1;
    for (int i = 0; i < times.length; i++) {
      if (probabilities[i] == 0) {
        assertEquals(0, times[i], "draws of a weight of 0");
      } else {
        double expected = draws * probabilities[i];
        chiSquare += (times[i] - expected) * (times[i] - expected) / expected;
        freedom++;
      }
    }
    double limit = freedom + 5 * Math.sqrt(2.0 * freedom) + 10;
    assertTrue(chiSquare < limit, chiSquare + " is beyond " + limit);
  }

  private static double[] equal(int records) {
    return DoubleStream.generate(() -> 1.0 / records).limit(records).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 64, 1000})
  void replacementDrawsEachRecordEquallyOften(int records) {
    for (long epoch = 0; epoch < 3; epoch++) {
      RecordOrder order = RecordOrder.replacement(records, 9, epoch, OptionalLong.of(DRAWS));
      assertEquals(DRAWS, order.count());
      assertLikely(equal(records), times(order, records));
    }
  }

  /** With 3 * 2^60 records a quarter of the 64-bit draws must be drawn again for an even share. */
  @Test
  void replacementIsEvenAmongHugeNumbersToo() {
    long records = 3L << 60;
    RecordOrder order = RecordOrder.replacement(records, 4, 0, OptionalLong.of(DRAWS));
    var times = new long[12];
    for (long position = 0; position < DRAWS; position++) {
      times[(int) (order.at(position) / (records / 12))]++;
    }
    assertLikely(equal(12), times);
    long residues = 0; // of three neighbours each as often: the even share is exact to the last one
    for (long position = 0; position < DRAWS; position++) {
      residues += order.at(position) % 3 == 0 ? 1 : 0;
    }
    assertEquals(DRAWS / 3.0, residues, 5 * Math.sqrt(DRAWS));
  }

  /** Neighbouring positions, and the same position of neighbouring epochs, draw independently. */
  @Test
  void drawsAreIndependent() {
    OptionalLong count = OptionalLong.of(DRAWS);
    RecordOrder one = RecordOrder.replacement(8, 5, 6, count);
    RecordOrder next = RecordOrder.replacement(8, 5, 7, count);
    RecordOrder seed = RecordOrder.replacement(8, 6, 6, count);
    var pairs = new long[3][64];
    for (long position = 0; position + 1 < DRAWS; position++) {
      int drawn = (int) one.at(position) * 8;
      pairs[0][drawn + (int) one.at(position + 1)]++;
      pairs[1][drawn + (int) next.at(position)]++;
      pairs[2][drawn + (int) seed.at(position)]++;
    }
    for (long[] times : pairs) {
      assertLikely(equal(64), times);
    }
  }

  @Test
  void weightedDrawsInProportion() {
    assertProportional(1);
    assertProportional(0, 1, 0, 0, 2, 3, 0.5, 0);
    assertProportional(1e-3, 2e-3, 5e-3, 1e-3, 0);
    assertProportional(DoubleStream.iterate(1, w -> w * 1.02).limit(200).toArray());
    assertProportional(Double.MAX_VALUE, Double.MAX_VALUE / 2, Double.MAX_VALUE);
    assertProportional(3 * Double.MIN_VALUE, 0, Double.MIN_VALUE, 2 * Double.MIN_VALUE);
  }

  private static void assertProportional(double... weights) {
    double max = Arrays.stream(weights).max().getAsDouble();
    double sum = Arrays.stream(weights).map(weight -> weight / max).sum();
    double[] expected = Arrays.stream(weights).map(weight -> weight / max / sum).toArray();
    RecordOrder order =
        RecordOrder.weighted(weights.length, Weights.of(weights), 3, 1, OptionalLong.of(DRAWS));
    assertLikely(expected, times(order, weights.length));
  }

  /** Each of the small weights is less than the last digit of the sum before it. */
  @Test
  void smallWeightsCountBesideLargeOnes() {
    var weights = new double[1 << 16];
    Arrays.fill(weights, 1);
    weights[0] = 0x1p54;
    Weights summed = Weights.of(weights);
    double small = 0x1p-38; // their part of the whole
    assertEquals(0, summed.recordAt(1 - 1.01 * small));
    assertEquals(weights.length * 3 / 4, summed.recordAt(1 - small / 4), 8);
    assertEquals(weights.length - 1, summed.recordAt(Math.nextDown(1.0)), 8);
  }

  @Test
  void recordsAreThoseOfTheirPartOfTheWhole() {
    Weights weights = Weights.of(0, 1, 0, 2, 1, 0);
    assertEquals(6, weights.size());
    double[] fractions = {0, 0.2499, 0.25, 0.7499, 0.75, Math.nextDown(1.0)};
    int[] records = {1, 1, 3, 3, 4, 4};
    for (int i = 0; i < records.length; i++) {
      assertEquals(records[i], weights.recordAt(fractions[i]), "at " + fractions[i]);
    }
    assertEquals(0, Weights.of(Double.MIN_VALUE).recordAt(Math.nextDown(1.0)));
  }
}
