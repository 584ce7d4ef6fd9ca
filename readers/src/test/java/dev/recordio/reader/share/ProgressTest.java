// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.conf.InvalidSettingException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A run needs the states of all its workers, and of no other run. */
class ProgressTest {
  private static final Remainder FRESH = Remainder.fresh(0);

  private static Progress of(int worker, int workers, Remainder remainder) {
    return new Progress("s" + worker, new Share(worker, workers, remainder), 3, 5 + worker);
  }

  private static List<Progress> run(int workers) {
    return new ArrayList<>(
        IntStream.range(0, workers).mapToObj(worker -> of(worker, workers, FRESH)).toList());
  }

  private static void assertRefused(String message, List<Progress> run) {
    assertEquals(
        message,
        assertThrows(InvalidSettingException.class, () -> Progress.remainderAfter(run))
            .getMessage());
  }

  @Test
  void allWorkersMakeAGeneration() {
    List<Progress> run = run(3);
    Collections.reverse(run);
    Remainder remainder = Progress.remainderAfter(run);
    assertEquals(3, remainder.firstEpoch());
    assertEquals(List.of(Generation.parse("3:5,3:6,3:7")), remainder.generations());
  }

  @Test
  void missingWorkersAreNamed() {
    List<Progress> run = run(4);
    run.remove(2);
    assertRefused(
        "s0 is of a run of 4 workers: expected the states of all, found none of shard 2/4", run);
    assertRefused(
        "s0 is of a run of 100 workers: expected the states of all, found none of shard 1/100,"
            + " 2/100, 3/100, 4/100, 5/100, 6/100, 7/100, 8/100, 9/100, 10/100 and of 89 more",
        run(100).subList(0, 1));
    assertRefused("expected the states of all workers of a run, found none", List.of());
  }

  @Test
  void aWorkerTwiceIsRefused() {
    List<Progress> run = run(2);
    run.add(new Progress("copy", new Share(1, 2, FRESH), 4, 1));
    assertRefused("s1 and copy: expected one state for each worker, found two of shard 1/2", run);
  }

  @Test
  void statesOfDifferentRunsAreRefused() {
    List<Progress> run = run(2);
    run.set(1, of(1, 3, FRESH));
    assertRefused("s0 and s1: expected states of one run, found shard 0/2 and shard 1/3", run);
    for (Remainder other : List.of(Remainder.fresh(1), FRESH.after(Generation.parse("0:5")))) {
      run.set(1, of(1, 2, other));
      assertRefused(
          "s0 and s1: expected states of one run, found that their runs resumed from different"
              + " states",
          run);
    }
  }

  @Test
  void progressBeforeTheShareIsRefused() {
    var share = new Share(0, 1, Remainder.fresh(2));
    String message =
        assertThrows(InvalidSettingException.class, () -> new Progress("s", share, 1, 0))
            .getMessage();
    assertEquals(
        "s: expected an epoch of at least 2 and a count of at least 0, found epoch 1, count 0",
        message);
    assertThrows(InvalidSettingException.class, () -> new Progress("s", share, 2, -1));
  }
}
