// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.store.manifest.IdRanges.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Sets of ranges do what sets of ids do. */
class IdRangesTest {
  private static final int MAX = 40;

  private final Random random = new Random(5);

  private IdRanges random() {
    var ranges = new ArrayList<Range>();
    for (int i = random.nextInt(8); i > 0; i--) {
      int from = random.nextInt(MAX);
      ranges.add(new Range(from, from + random.nextInt(6)));
    }
    return new IdRanges(ranges);
  }

  private static TreeSet<Long> ids(IdRanges set) {
    var ids = new TreeSet<Long>();
    long last = -1;
    for (Range range : set.ranges()) {
      assertTrue(range.from() > last && range.to() > range.from(), set::toString);
      last = range.to();
      LongStream.range(range.from(), range.to()).forEach(ids::add);
    }
    assertEquals(ids.size(), set.count());
    return ids;
  }

  @Test
  void operationsAreThoseOnSetsOfIds() {
    for (int round = 0; round < 2000; round++) {
      IdRanges a = random();
      IdRanges b = random();
      Set<Long> both = ids(a);
      both.addAll(ids(b));
      assertEquals(both, ids(a.union(b)), a + " and " + b);
      Set<Long> left = ids(a);
      left.removeAll(ids(b));
      assertEquals(left, ids(a.without(b)), a + " without " + b);
      long from = random.nextInt(MAX);
      long to = random.nextInt(MAX);
      Set<Long> inside = ids(a);
      inside.removeIf(id -> id < from || id >= to);
      assertEquals(inside, ids(a.within(from, to)), a + " within " + from + " and " + to);
      assertEquals(ids(a).contains(from), a.contains(from), a + " has " + from);
    }
  }

  @Test
  void partsHaveTheNumberOfIdsThatIsAskedFor() {
    for (int round = 0; round < 500; round++) {
      IdRanges set = random();
      int count = 1 + random.nextInt(7);
      List<IdRanges> parts = set.cut(count);
      for (int i = 0; i < parts.size(); i++) {
        long left = set.count() - (long) i * count;
        assertEquals(Math.min(count, left), parts.get(i).count(), set + " by " + count);
      }
      assertEquals(
          ids(set), parts.stream().flatMap(part -> ids(part).stream()).collect(Collectors.toSet()));
    }
  }
}
