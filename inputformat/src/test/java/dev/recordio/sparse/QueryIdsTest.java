// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Query ids that come again are found, within one parser and between parsers. */
class QueryIdsTest {
  private static QueryIds of(long... ids) {
    var queries = new QueryIds();
    for (long id : ids) {
      queries.add(id);
    }
    return queries;
  }

  @Test
  void runsOfConsecutiveIdsAreOneEntry() {
    assertArrayEquals(new long[] {5, 2, 1, 7}, of(5, 4, 6, 7, 1, 3, 2).toArray());
    assertArrayEquals(new long[] {-1, 0, 0, 0, -2, -1}, of(-1, -2, 0).toArray());
    assertArrayEquals(new long[0], of().toArray());
  }

  @Test
  void idsAreAsInASet() {
    var random = new SplittableRandom(7);
    for (int round = 0; round < 50; round++) {
      var all = new QueryIds();
      var set = new HashSet<Long>();
      for (int part = 0; part < 4; part++) {
        var own = new QueryIds();
        var ownSet = new HashSet<Long>();
        long last = all.toArray().length == 0 ? 1000 : all.toArray()[1];
        for (int i = random.nextInt(1, 20); i > 0; i--) {
          long id = random.nextInt(40) - 20;
          assertEquals(!ownSet.add(id), own.add(id));
        }
        var both = new HashSet<Long>(ownSet);
        both.retainAll(set);
        long goesOn = own.toArray()[0] == last ? 1 : 0;
        assertEquals(both.size() - goesOn, all.add(own.toArray()));
        set.addAll(ownSet);
        set.forEach(id -> assertTrue(all.add(id.longValue())));
      }
    }
  }

  @Test
  void manyRunsAreForgottenAndNeverTakenForOthers() {
    var queries = new QueryIds();
    for (long id = 0; id < 3L * QueryIds.MAX_RUNS; id += 2) {
      assertFalse(queries.add(id));
    }
    assertEquals(2 + 2 * QueryIds.MAX_RUNS, queries.toArray().length);
    assertTrue(queries.add(4));
    assertFalse(queries.add(5));
  }
}
