// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordNumberRange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.io.WritableUtils;

/**
 * A set of ids. Immutable.
 *
 * @param ranges ascending ranges that neither overlap nor touch; none is empty
 */
public record IdRanges(List<Range> ranges) implements Serializable {
  /** No id. */
  public static final IdRanges NONE = new IdRanges(List.of());

  private static final long serialVersionUID = 2L;

  /** Ids from {@code from}, before {@code to}. */
  public record Range(long from, long to) implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Creates a set.
   *
   * @param ranges ranges in any order; an id may be in several
   */
  public IdRanges {
    var sorted = new ArrayList<>(ranges);
    sorted.sort(Comparator.comparingLong(Range::from));
    var apart = new ArrayList<Range>();
    for (Range range : sorted) {
      int last = apart.size() - 1;
      if (last >= 0 && range.from <= apart.get(last).to) {
        long to = Math.max(apart.get(last).to, range.to);
        apart.set(last, new Range(apart.get(last).from, to));
      } else if (range.from < range.to) {
        apart.add(range);
      }
    }
    ranges = List.copyOf(apart);
  }

  /** Returns the ids from {@code from} on, before {@code to}. */
  public static IdRanges of(long from, long to) {
    return new IdRanges(List.of(new Range(from, to)));
  }

  /**
   * Reads ids with commas between: numbers, and ranges {@code A-B} with both included, in any
   * order; an id counts once.
   *
   * @param text the ids; empty: all of the store
   * @param length the length of the store: ids are below it
   * @throws InvalidSettingException when it is something else, or an id is not in the store
   */
  public static IdRanges parse(String text, long length) {
    if (text.isBlank()) {
      return of(0, length);
    }
    var ranges = new ArrayList<Range>();
    for (String part : text.split(",", -1)) {
      String ids = part.strip();
      RecordNumberRange range =
          RecordNumberRange.parse(ids.indexOf('-') < 0 ? ids + "-" + ids : ids);
      if (range.last() >= length) {
        throw new InvalidSettingException(
            "id " + range.last() + " is not in the store: it has " + length + " records");
      }
      ranges.add(new Range(range.first(), range.last() + 1));
    }
    return new IdRanges(ranges);
  }

  /** Returns the number of ids. */
  public long count() {
    return ranges.stream().mapToLong(range -> range.to - range.from).sum();
  }

  /** Returns the number of the first range that ends after an id. */
  private int endingAfter(long id) {
    int low = 0;
    int high = ranges.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ranges.get(middle).to > id) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Whether an id is in the set. */
  public boolean contains(long id) {
    int range = endingAfter(id);
    return range < ranges.size() && ranges.get(range).from <= id;
  }

  /** Returns the ids from {@code from} on and before {@code to}. */
  public IdRanges within(long from, long to) {
    var inside = new ArrayList<Range>();
    for (int i = endingAfter(from); i < ranges.size() && ranges.get(i).from < to; i++) {
      Range range = ranges.get(i);
      inside.add(new Range(Math.max(from, range.from), Math.min(to, range.to)));
    }
    return new IdRanges(inside);
  }

  /** Returns the ids of both sets. */
  public IdRanges union(IdRanges others) {
    var all = new ArrayList<>(ranges);
    all.addAll(others.ranges);
    return new IdRanges(all);
  }

  /** Returns the ids that are not in {@code others}. */
  public IdRanges without(IdRanges others) {
    var left = new ArrayList<Range>();
    for (Range range : ranges) {
      long from = range.from;
      for (Range gone : others.within(range.from, range.to).ranges) {
        left.add(new Range(from, gone.from));
        from = gone.to;
      }
      left.add(new Range(from, range.to));
    }
    return new IdRanges(left);
  }

  /** Returns the sets of the first {@code count} ids, of the next ones, and so on. */
  public List<IdRanges> cut(long count) {
    var sets = new ArrayList<IdRanges>();
    var set = new ArrayList<Range>();
    long left = count;
    for (Range range : ranges) {
      for (long from = range.from; from < range.to; ) {
        long to = Math.min(range.to, from + left);
        set.add(new Range(from, to));
        left -= to - from;
        from = to;
        if (left == 0) {
          sets.add(new IdRanges(set));
          set.clear();
          left = count;
        }
      }
    }
    if (left < count) {
      sets.add(new IdRanges(set));
    }
    return sets;
  }

  /** Writes vint ranges; for each vlong what its first id is after the end before it, vlong ids. */
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, ranges.size());
    long last = 0;
    for (Range range : ranges) {
      WritableUtils.writeVLong(out, range.from - last);
      WritableUtils.writeVLong(out, range.to - range.from);
      last = range.to;
    }
  }

  /** Reads what {@link #write} writes. */
  public static IdRanges read(DataInput in) throws IOException {
    int left = WritableUtils.readVInt(in);
    var ranges = new ArrayList<Range>();
    long last = 0;
    for (int i = 0; i < left; i++) {
      long from = last + WritableUtils.readVLong(in);
      last = from + WritableUtils.readVLong(in);
      if (from < 0 || last <= from) {
        throw new IOException("ids " + from + " to " + last + " of a split");
      }
      ranges.add(new Range(from, last));
    }
    return new IdRanges(ranges);
  }

  @Override
  public String toString() {
    return ranges.stream()
        .map(range -> range.from + "-" + (range.to - 1))
        .collect(Collectors.joining(","));
  }
}
