// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void theMedianOfAnOddNumberIsTheMiddleOne() {
    assertEquals(new Spread(3, 1, 9), Spread.of(new double[] {9, 1, 3}));
  }

  @Test
  void theMedianOfAnEvenNumberIsTheMeanOfTwo() {
    assertEquals(new Spread(2.5, 1, 9), Spread.of(new double[] {3, 9, 1, 2}));
  }

  @Test
  void oneFigureIsItsOwnSpread() {
    assertEquals(new Spread(4, 4, 4), Spread.of(new double[] {4}));
  }

  @Test
  void aboutOneReachesAsFarBelowAsAbove() {
    assertTrue(Spread.of(new double[] {1.25}).isAboutOne(1.25));
    assertTrue(Spread.of(new double[] {0.8}).isAboutOne(1.25));
    assertFalse(Spread.of(new double[] {1.26}).isAboutOne(1.25));
    assertFalse(Spread.of(new double[] {0.79}).isAboutOne(1.25));
  }

  @Test
  void aFigureThatIsNotKnownMakesNoneKnown() {
    assertFalse(Spread.of(new double[] {1, Double.NaN}).isKnown());
    assertTrue(Spread.of(new double[] {1, 2}).isKnown());
  }
}
