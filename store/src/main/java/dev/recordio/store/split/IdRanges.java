// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.split;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordNumberRange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.io.WritableUtils;

/** A set of ids: ascending ranges that neither overlap nor touch. Immutable. */
public final class IdRanges implements Serializable {
  /** No id. */
  public static final IdRanges NONE = new IdRanges(new long[0]);

  private static final long serialVersionUID = 1L;

  private final long[] bounds; // first and end of each range, in turn

  private IdRanges(long[] bounds) {
    this.bounds = bounds;
  }

  /** Returns the ids from {@code from} on, before {@code to}. */
  public static IdRanges of(long from, long to) {
    return from < to ? new IdRanges(new long[] {from, to}) : NONE;
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
    var ranges = new ArrayList<RecordNumberRange>();
    for (String part : text.split(",", -1)) {
      String ids = part.strip();
      RecordNumberRange range =
          RecordNumberRange.parse(ids.indexOf('-') < 0 ? ids + "-" + ids : ids);
      if (range.last() >= length) {
        throw new InvalidSettingException(
            "id " + range.last() + " is not in the store: it has " + length + " records");
      }
      ranges.add(range);
    }
    ranges.sort(Comparator.comparingLong(RecordNumberRange::first));
    var builder = new Builder();
    for (RecordNumberRange range : ranges) {
      builder.add(range.first(), range.last() + 1);
    }
    return builder.build();
  }

  /** Collects ranges in the order of their first ids. */
  static final class Builder {
    private long[] bounds = new long[4];
    private int used;

    void add(long from, long to) {
      if (from >= to) {
        return;
      }
      if (used > 0 && from <= bounds[used - 1]) {
        bounds[used - 1] = Math.max(bounds[used - 1], to);
        return;
      }
      if (used == bounds.length) {
        bounds = Arrays.copyOf(bounds, 2 * used);
      }
      bounds[used++] = from;
      bounds[used++] = to;
    }

    void addAll(IdRanges ranges) {
      for (int i = 0; i < ranges.size(); i++) {
        add(ranges.from(i), ranges.to(i));
      }
    }

    IdRanges build() {
      return new IdRanges(Arrays.copyOf(bounds, used));
    }
  }

  /** Returns the number of ranges. */
  public int size() {
    return bounds.length / 2;
  }

  /** Returns the first id of a range. */
  public long from(int range) {
    return bounds[2 * range];
  }

  /** Returns the id after the last one of a range. */
  public long to(int range) {
    return bounds[2 * range + 1];
  }

  /** Returns the number of ids. */
  public long count() {
    long count = 0;
    for (int i = 0; i < size(); i++) {
      count += to(i) - from(i);
    }
    return count;
  }

  /** Returns the ids from {@code from} on and before {@code to}. */
  public IdRanges within(long from, long to) {
    int first = Arrays.binarySearch(bounds, from);
    int range = (first < 0 ? -first - 1 : first) / 2; // ends after from, or at it
    var builder = new Builder();
    for (; range < size() && from(range) < to; range++) {
      builder.add(Math.max(from, from(range)), Math.min(to, to(range)));
    }
    return builder.build();
  }

  /** Returns the sets of the first {@code count} ids, of the next ones, and so on. */
  List<IdRanges> cut(long count) {
    var sets = new ArrayList<IdRanges>();
    var builder = new Builder();
    long left = count;
    for (int i = 0; i < size(); i++) {
      for (long from = from(i); from < to(i); ) {
        long to = Math.min(to(i), from + left);
        builder.add(from, to);
        left -= to - from;
        from = to;
        if (left == 0) {
          sets.add(builder.build());
          builder = new Builder();
          left = count;
        }
      }
    }
    if (left < count) {
      sets.add(builder.build());
    }
    return sets;
  }

  /** Writes vint ranges; for each vlong what its first id is after the end before it, vlong ids. */
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, size());
    long last = 0;
    for (long bound : bounds) {
      WritableUtils.writeVLong(out, bound - last);
      last = bound;
    }
  }

  /** Reads what {@link #write} writes. */
  public static IdRanges read(DataInput in) throws IOException {
    int left = WritableUtils.readVInt(in);
    var builder = new Builder();
    long last = 0;
    for (int i = 0; i < left; i++) {
      long from = last + WritableUtils.readVLong(in);
      last = from + WritableUtils.readVLong(in);
      if (from < 0 || last <= from) {
        throw new IOException("ids " + from + " to " + last + " of a split");
      }
      builder.add(from, last);
    }
    return builder.build();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdRanges ids && Arrays.equals(bounds, ids.bounds);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bounds);
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int i = 0; i < size(); i++) {
      text.append(i == 0 ? "" : ",").append(from(i)).append('-').append(to(i) - 1);
    }
    return text.toString();
  }
}
