// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import org.apache.spark.sql.sources.And;
import org.apache.spark.sql.sources.EqualNullSafe;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.LessThan;
import org.apache.spark.sql.sources.LessThanOrEqual;
import org.apache.spark.sql.sources.Not;
import org.apache.spark.sql.sources.Or;
import org.junit.jupiter.api.Test;

class PassingRangesTest {
  private static final long[] VALUES = {
    Long.MIN_VALUE, Long.MIN_VALUE + 1, -3, -2, -1, 0, 1, 2, 3, Long.MAX_VALUE - 1, Long.MAX_VALUE
  };

  private final Random random = new Random(7);

  /** A filter, and which values it lets pass. */
  private record Case(Filter filter, LongPredicate passes) {}

  private Case leaf() {
    long a = VALUES[random.nextInt(VALUES.length)];
    long b = VALUES[random.nextInt(VALUES.length)];
    return switch (random.nextInt(7)) {
      case 0 -> new Case(new EqualTo("Offset", a), v -> v == a);
      case 1 -> new Case(new EqualNullSafe("offset", a), v -> v == a);
      case 2 -> new Case(new GreaterThan("offset", a), v -> v > a);
      case 3 -> new Case(new GreaterThanOrEqual("offset", a), v -> v >= a);
      case 4 -> new Case(new LessThan("offset", a), v -> v < a);
      case 5 -> new Case(new LessThanOrEqual("offset", a), v -> v <= a);
      default -> new Case(new In("offset", new Object[] {b, null, a}), v -> v == a || v == b);
    };
  }

  private Case tree(int depth) {
    if (depth == 0) {
      return leaf();
    }
    Case left = tree(depth - 1);
    Case right = tree(random.nextInt(depth));
    return random.nextBoolean()
        ? new Case(new And(left.filter, right.filter), left.passes.and(right.passes))
        : new Case(new Or(left.filter, right.filter), left.passes.or(right.passes));
  }

  @Test
  void exactlyWhatFiltersLetPassPasses() {
    for (int i = 0; i < 5000; i++) {
      Case one = tree(i % 4);
      Case two = leaf();
      PassingRanges passing = PassingRanges.of("offset", List.of(one.filter, two.filter));
      for (long value : VALUES) {
        boolean expected = one.passes.test(value) && two.passes.test(value);
        assertEquals(
            expected, passing.contains(value), one.filter + " " + two.filter + " " + value);
      }
      PassingRanges.Range before = null;
      for (PassingRanges.Range range : passing.ranges()) {
        assertTrue(range.first() <= range.last(), passing.ranges().toString());
        assertTrue(
            before == null || before.last() < range.first() - 1, passing.ranges().toString());
        before = range;
      }
    }
  }

  @Test
  void whatIsNotUnderstoodLetsAllPass() {
    var other = new EqualTo("data", 5L);
    var not = new Not(new EqualTo("offset", 5L));
    for (Filter filter : List.of(other, not, new Or(other, new EqualTo("offset", 5L)))) {
      assertTrue(PassingRanges.of("offset", List.of(filter)).isAll(), filter.toString());
    }
    var both = new And(other, new EqualTo("offset", 5L));
    assertFalse(PassingRanges.of("offset", List.of(both)).isAll());
    assertTrue(PassingRanges.of("offset", List.of()).isAll());
  }
}
