// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class RowCutterTest {
  @Test
  void pieceThatBeginsWithinAGroupCountsItsRestAsAGroup() {
    var cutter = new RowCutter(false, (rows, entries, groups, lines) -> rows <= 3 && groups <= 2);
    assertEquals(0, next(cutter, 7));
    assertEquals(0, next(cutter, 7));
    assertEquals(0, next(cutter, 7));
    assertEquals(3, next(cutter, 7)); // the group goes on in the second piece
    assertEquals(0, next(cutter, 8));
    assertEquals(2, next(cutter, 9)); // which would have a third group
    assertEquals(1, cutter.finish());
  }

  private static long next(RowCutter cutter, long qid) {
    return cutter.next(1, 0, true, qid);
  }
}
