// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  private static final Spread ONE = new Spread(1.02, 0.5, 2);

  private static Outcome outcome(double load, Spread checkWall, Spread checkCpu) {
    return new Outcome(
        null,
        15,
        load,
        new Paired(checkWall, checkCpu, null, null),
        new Paired(ONE, ONE, null, null),
        Map.of());
  }

  @Test
  void aCalmMachineVoidsNothing() {
    Outcome calm = outcome(Machine.CORES, ONE, ONE);
    assertEquals("", calm.voidWall());
    assertEquals("", calm.voidCpu());
  }

  @Test
  void aPeerSlowerThanItselfVoidsTheClock() {
    Outcome noisy = outcome(0, new Spread(0.75, 0.7, 0.8), ONE);
    assertEquals("A/A 0.75", noisy.voidWall());
    assertEquals("", noisy.voidCpu());
  }

  @Test
  void aPeerFasterThanItselfVoidsTheProcessorTime() {
    Outcome noisy = outcome(0, ONE, new Spread(1.25, 1, 2));
    assertEquals("", noisy.voidWall());
    assertEquals("A/A 1.25", noisy.voidCpu());
  }

  @Test
  void moreLoadThanProcessorsVoidsTheClockAlone() {
    double load = Machine.CORES + 0.5;
    Outcome busy = outcome(load, new Spread(1.25, 1, 2), ONE);
    assertEquals(
        String.format(java.util.Locale.ROOT, "A/A 1.25, load %.1f", load), busy.voidWall());
    assertEquals("", busy.voidCpu());
  }

  @Test
  void processorTimeThatIsNotKnownVoidsNothing() {
    assertEquals("", outcome(0, ONE, Spread.UNKNOWN).voidCpu());
  }
}
