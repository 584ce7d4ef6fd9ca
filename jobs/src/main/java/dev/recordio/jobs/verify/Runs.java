// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.apache.hadoop.io.Writable;

/** Stretches of a file in its order, those that meet joined: sound records. */
public final class Runs implements Writable {
  private long[] bounds = new long[16]; // begin and end of each
  private int count;

  /** Adds a stretch that does not begin before the last one. */
  public void add(long begin, long end) {
    if (count > 0 && begin <= end(count - 1)) {
      bounds[2 * count - 1] = Math.max(bounds[2 * count - 1], end);
      return;
    }
    if (2 * count == bounds.length) {
      bounds = Arrays.copyOf(bounds, 4 * count);
    }
    bounds[2 * count] = begin;
    bounds[2 * count + 1] = end;
    count++;
  }

  /** Returns how many there are. */
  public int count() {
    return count;
  }

  /** Returns where one begins. */
  public long begin(int i) {
    return bounds[2 * i];
  }

  /** Returns the offset after one. */
  public long end(int i) {
    return bounds[2 * i + 1];
  }

  /** Whether a stretch that is not empty has bytes of one of them. */
  public boolean overlap(long begin, long end) {
    int first = firstAfter(begin);
    return first < count && begin(first) < end;
  }

  /** Whether one of them has all bytes of a stretch that is not empty. */
  public boolean contain(long begin, long end) {
    int first = firstAfter(begin);
    return first < count && begin(first) <= begin && end <= end(first);
  }

  /** Returns the first one that ends after an offset. */
  public int firstAfter(long offset) {
    int low = 0;
    for (int high = count; low < high; ) {
      int middle = (low + high) >>> 1;
      if (end(middle) <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the bytes of all. */
  public long bytes() {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += end(i) - begin(i);
    }
    return bytes;
  }

  /** Returns the stretches of several, whose stretches may overlap if both are of sound records. */
  public static Runs union(List<Runs> all) {
    long[][] sorted =
        all.stream()
            .flatMap(
                runs -> {
                  var pairs = new long[runs.count][];
                  Arrays.setAll(pairs, i -> new long[] {runs.begin(i), runs.end(i)});
                  return Arrays.stream(pairs);
                })
            .sorted((a, b) -> Long.compare(a[0], b[0]))
            .toArray(long[][]::new);
    var union = new Runs();
    for (long[] pair : sorted) {
      union.add(pair[0], pair[1]);
    }
    return union;
  }

  /** Returns what is left without the bytes of others. */
  public Runs without(Runs others) {
    return common(this, others.gaps(Long.MAX_VALUE));
  }

  /** Returns what two have in common. */
  public static Runs common(Runs one, Runs other) {
    var common = new Runs();
    for (int i = 0, j = 0; i < one.count && j < other.count; ) {
      long begin = Math.max(one.begin(i), other.begin(j));
      long end = Math.min(one.end(i), other.end(j));
      if (begin < end) {
        common.add(begin, end);
      }
      if (one.end(i) < other.end(j)) {
        i++;
      } else {
        j++;
      }
    }
    return common;
  }

  /** Returns what is between the stretches, from 0 to {@code length}. */
  public Runs gaps(long length) {
    var gaps = new Runs();
    long at = 0;
    for (int i = 0; i < count; i++) {
      if (begin(i) > at) {
        gaps.add(at, begin(i));
      }
      at = end(i);
    }
    if (length > at) {
      gaps.add(at, length);
    }
    return gaps;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(count);
    for (int i = 0; i < 2 * count; i++) {
      out.writeLong(bounds[i]);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    count = 0;
    for (int left = in.readInt(); left > 0; left--) {
      add(in.readLong(), in.readLong());
    }
  }

  @Override
  public String toString() {
    var text = new StringJoiner(", ");
    for (int i = 0; i < count; i++) {
      text.add(begin(i) + "-" + end(i));
    }
    return text.toString();
  }
}
