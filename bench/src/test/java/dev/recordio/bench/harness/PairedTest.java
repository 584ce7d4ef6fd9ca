// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PairedTest {
  private static final Tally NOTHING = new Tally(0, 0, 0);

  private final StringBuilder order = new StringBuilder();

  private Subject busy(String name, int turns) {
    var random = new SplittableRandom(1);
    return new Subject(
        name,
        () -> {
          order.append(name);
          long sum = 0;
          for (int i = 0; i < turns; i++) {
            sum |= random.nextLong() >>> 1 & 1;
          }
          return new Tally(0, 0, sum >> 1);
        },
        NOTHING);
  }

  @Test
  void theTwoRunInTurnAndChangeWhoIsFirst() throws IOException {
    Paired.run(busy("a", 1), busy("b", 1), 1, 3);
    assertEquals("ab" + "ab" + "ba" + "ab", order.toString());
  }

  @Test
  void aRatioAboveOneMeansOursIsFaster() throws IOException {
    Paired paired = Paired.run(busy("a", 10_000), busy("b", 2_000_000), 1, 5);
    assertTrue(paired.cpu().median() > 2, paired::toString);
    assertTrue(paired.wall().median() > 2, paired::toString);
    assertTrue(paired.ours().wall().median() < paired.peer().wall().median(), paired::toString);
  }

  @Test
  void workWithAnotherTallyIsAnError() {
    var wrong = new Subject("wrong", () -> new Tally(1, 0, 0), NOTHING);
    var error =
        assertThrows(IllegalStateException.class, () -> Paired.run(busy("a", 1), wrong, 0, 1));
    assertTrue(error.getMessage().startsWith("wrong: expected"), error.getMessage());
  }
}
