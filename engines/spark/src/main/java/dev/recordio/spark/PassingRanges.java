// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.sources.And;
import org.apache.spark.sql.sources.EqualNullSafe;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.LessThan;
import org.apache.spark.sql.sources.LessThanOrEqual;
import org.apache.spark.sql.sources.Or;

/**
 * The values of a BIGINT column that a query's filters may let pass: ranges in order; none of them
 * touch. Spark evaluates the filters themselves again, so values may be in it that do not pass.
 */
final class PassingRanges implements Serializable {
  private static final long serialVersionUID = 1;

  /** The values {@code first} to {@code last}, both included. */
  record Range(long first, long last) implements Serializable {}

  private static final PassingRanges ALL =
      new PassingRanges(List.of(new Range(Long.MIN_VALUE, Long.MAX_VALUE)));

  private static final PassingRanges NONE = new PassingRanges(List.of());

  private final List<Range> ranges;

  private PassingRanges(List<Range> ranges) {
    this.ranges = ranges;
  }

  /** Returns the values of {@code column} that pass all of {@code filters}. */
  static PassingRanges of(String column, Collection<Filter> filters) {
    PassingRanges passing = ALL;
    for (Filter filter : filters) {
      passing = passing.and(of(column, filter));
    }
    return passing;
  }

  private static PassingRanges of(String column, Filter filter) {
    if (filter instanceof And both) {
      return of(column, both.left()).and(of(column, both.right()));
    }
    if (filter instanceof Or either) {
      return of(column, either.left()).or(of(column, either.right()));
    }
    if (filter instanceof In in && isOn(column, in.attribute())) {
      var values = new ArrayList<Range>();
      for (Object value : in.values()) {
        if (value != null) { // NULL equals nothing
          values.add(new Range(number(value), number(value)));
        }
      }
      return joined(values);
    }
    if (filter instanceof EqualTo equal && isOn(column, equal.attribute())) {
      return range(equal.value(), equal.value());
    }
    if (filter instanceof EqualNullSafe equal && isOn(column, equal.attribute())) {
      return equal.value() == null ? ALL : range(equal.value(), equal.value());
    }
    if (filter instanceof GreaterThanOrEqual least && isOn(column, least.attribute())) {
      return range(least.value(), null);
    }
    if (filter instanceof LessThanOrEqual most && isOn(column, most.attribute())) {
      return range(null, most.value());
    }
    if (filter instanceof GreaterThan above && isOn(column, above.attribute())) {
      long value = number(above.value());
      return value == Long.MAX_VALUE ? NONE : range(value + 1, null);
    }
    if (filter instanceof LessThan below && isOn(column, below.attribute())) {
      long value = number(below.value());
      return value == Long.MIN_VALUE ? NONE : range(null, value - 1);
    }
    return ALL;
  }

  private static boolean isOn(String column, String attribute) {
    return attribute.toLowerCase(Locale.ROOT).equals(column);
  }

  /** Returns a range; a bound that is null is none. */
  private static PassingRanges range(Object first, Object last) {
    long from = first == null ? Long.MIN_VALUE : number(first);
    long to = last == null ? Long.MAX_VALUE : number(last);
    return new PassingRanges(List.of(new Range(from, to)));
  }

  /** Returns a literal's value: Spark casts literals to the type of the column. */
  private static long number(Object value) {
    return ((Number) value).longValue();
  }

  private PassingRanges and(PassingRanges other) {
    var both = new ArrayList<Range>();
    for (Range a : ranges) {
      for (Range b : other.ranges) {
        long first = Math.max(a.first, b.first);
        long last = Math.min(a.last, b.last);
        if (first <= last) {
          both.add(new Range(first, last));
        }
      }
    }
    return joined(both);
  }

  private PassingRanges or(PassingRanges other) {
    var both = new ArrayList<>(ranges);
    both.addAll(other.ranges);
    return joined(both);
  }

  /** Sorts ranges, and joins those that overlap or touch. */
  private static PassingRanges joined(List<Range> ranges) {
    ranges.sort(Comparator.comparingLong(Range::first));
    var joined = new ArrayList<Range>();
    for (Range range : ranges) {
      Range before = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (before != null && (before.last == Long.MAX_VALUE || range.first <= before.last + 1)) {
        long last = Math.max(before.last, range.last);
        joined.set(joined.size() - 1, new Range(before.first, last));
      } else {
        joined.add(range);
      }
    }
    return new PassingRanges(joined);
  }

  /** Whether every value passes. */
  boolean isAll() {
    return ranges.equals(ALL.ranges);
  }

  /** Returns the ranges. */
  List<Range> ranges() {
    return ranges;
  }

  /** Whether a value is in one of the ranges. */
  boolean contains(long value) {
    int low = 0;
    int high = ranges.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Range range = ranges.get(middle);
      if (value < range.first) {
        high = middle - 1;
      } else if (value > range.last) {
        low = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  }
}
