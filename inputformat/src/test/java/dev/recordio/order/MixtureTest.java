// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MixtureTest {
  private static final long BILLION = 1_000_000_000;

  static Stream<double[]> weights() {
    return Stream.of(
        new double[] {1},
        new double[] {0.7, 0.3},
        new double[] {1, 1},
        new double[] {1, 1e-9},
        new double[] {1e-9, 1},
        new double[] {3, 5, 1, 1, 8},
        new double[] {1e300, 1e299, 2e299},
        new double[] {1e-300, 1e-299, 2e-299},
        new Random(5).doubles(200, 0.01, 1).toArray(),
        IntStream.range(0, 100).mapToDouble(i -> Math.pow(0.8, i)).toArray());
  }

  private static double[] shares(double[] weights) {
    double max = Arrays.stream(weights).max().getAsDouble();
    double sum = Arrays.stream(weights).map(weight -> weight / max).sum();
    return Arrays.stream(weights).map(weight -> weight / max / sum).toArray();
  }

  @ParameterizedTest
  @MethodSource("weights")
  void itemsOfAnInputAreCountedAsTheyCome(double[] weights) {
    for (int run : new int[] {1, 3, 32}) {
      var walked = new Mixture(weights, 7, 2, run);
      var asked = new Mixture(weights, 7, 2, run); // at places far from each other
      long positions = 40L * Mixture.BLOCK * run;
      long[] counts = new long[weights.length];
      for (long position = 0; position < positions; position++) {
        int input = walked.input(position);
        assertEquals(counts[input], walked.index(position), "item at " + position);
        assertArrayEquals(counts, asked.before(position), "counts before " + position);
        if (position % 7 == 0) {
          assertEquals(position, asked.position(input, counts[input]));
        }
        assertEquals(input, asked.input(position - position % run), "one run, one input");
        counts[input]++;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("weights")
  void countsKeepToTheSharesUpToTheEndOfEachBlock(double[] weights) {
    var mixture = new Mixture(weights, 3, 0, 1);
    double[] shares = shares(weights);
    double bound = weights.length == 2 ? 0.5 : 1 + Math.log(weights.length) / 2;
    for (long block :
        LongStream.range(0, 2000).flatMap(b -> LongStream.of(b, b * b * b)).toArray()) {
      long position = block * Mixture.BLOCK;
      long[] counts = mixture.before(position);
      assertEquals(position, LongStream.of(counts).sum());
      for (int input = 0; input < counts.length; input++) {
        double error = Math.abs(counts[input] - position * shares[input]);
        assertTrue(error <= bound + 1e-3, error + " of input " + input + " before " + position);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("weights")
  void anyPositionIsFoundFarFromTheStart(double[] weights) {
    var mixture = new Mixture(weights, -1, 9, 5);
    long[] far =
        LongStream.concat(
                LongStream.of(BILLION / 10, BILLION, 1L << 50, (1L << 62) - 1000),
                new Random(1).longs(100, 0, 1L << 61))
            .toArray();
    for (long from : far) {
      for (long position = from; position < from + 3 * Mixture.BLOCK; position++) {
        int input = mixture.input(position);
        long index = mixture.index(position);
        assertEquals(index, mixture.before(position)[input]);
        assertEquals(index + 1, mixture.before(position + 1)[input]);
        assertEquals(position, mixture.position(input, index));
      }
    }
  }

  @Test
  void aRareInputComesAsOftenAsItsWeightSays() {
    var mixture = new Mixture(new double[] {1, 1e-9}, 4, 0, 1);
    assertArrayEquals(new long[] {0, 0}, mixture.before(0));
    for (long items = 1; items < 50; items++) {
      long position = mixture.position(1, items - 1);
      assertEquals(1, mixture.input(position));
      assertTrue(
          Math.abs(position - (items - 0.5) * (BILLION + 1)) < 1e-5 * BILLION,
          position + " " + items);
    }
    assertEquals(Mixture.MAX_POSITIONS, mixture.position(1, 1L << 40), "after all positions");
  }

  @Test
  void seedAndEpochChooseAnotherSequenceWithTheSameCounts() {
    double[] weights = {2, 1, 1};
    int[] inputs = inputs(new Mixture(weights, 1, 1, 1));
    assertArrayEquals(inputs, inputs(new Mixture(weights, 1, 1, 1)));
    for (int[] other :
        new int[][] {
          inputs(new Mixture(weights, 2, 1, 1)), inputs(new Mixture(weights, 1, 2, 1))
        }) {
      assertNotEquals(Arrays.toString(inputs), Arrays.toString(other));
      assertArrayEquals(sorted(inputs), sorted(other));
    }
  }

  /** Were inputs in a fixed turn, one of two workers would have nothing but the one input. */
  @Test
  void everyNthPositionHasItsShareOfEachInput() {
    var mixture = new Mixture(new double[] {1, 1}, 0, 0, 1);
    for (int workers = 2; workers <= 8; workers++) {
      for (int worker = 0; worker < workers; worker++) {
        int ones = 0;
        for (int k = 0; k < 4000; k++) {
          ones += mixture.input((long) k * workers + worker);
        }
        assertTrue(ones > 1800 && ones < 2200, ones + " of worker " + worker + "/" + workers);
      }
    }
  }

  private static int[] inputs(Mixture mixture) {
    return IntStream.range(0, 10 * Mixture.BLOCK).map(mixture::input).toArray();
  }

  private static int[] sorted(int[] inputs) {
    return Arrays.stream(inputs).sorted().toArray();
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0,
        -1,
        -3, // the sum of all is below 0
        1e-13,
        Double.NaN,
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.MIN_VALUE
      })
  void aWeightThatCanNotBeKeptIsRefused(double weight) {
    double[] weights = {1, weight == Double.MAX_VALUE ? weight : 1, weight};
    var e = assertThrows(InvalidSettingException.class, () -> new Mixture(weights, 0, 0, 1));
    assertTrue(e.getMessage().contains("expected a finite number above 0"), e.getMessage());
  }
}
