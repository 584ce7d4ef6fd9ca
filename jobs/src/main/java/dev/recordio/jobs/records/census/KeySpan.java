// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Summary of the keys of all records of a split, as unsigned numbers. */
final class KeySpan {
  private boolean counts = true;
  private boolean ascends = true;
  private long count;
  private long first;
  private long last;
  private long least;
  private long most;

  /** Adds the key of the next record. */
  void add(long key) {
    if (count++ == 0) {
      first = key;
      least = key;
      most = key;
    } else {
      counts &= key == last + 1;
      ascends &= Long.compareUnsigned(key, last) > 0;
      least = Long.compareUnsigned(key, least) < 0 ? key : least;
      most = Long.compareUnsigned(key, most) > 0 ? key : most;
    }
    last = key;
  }

  /** Returns how many keys were added. */
  long count() {
    return count;
  }

  /** Whether the keys are {@code number}, {@code number} + 1, and so on. */
  boolean countsFrom(long number) {
    return count == 0 || counts && first == number;
  }

  /** Whether each key is greater than the one before. */
  boolean ascends() {
    return ascends;
  }

  /** Returns the smallest key. */
  long least() {
    return least;
  }

  /** Returns the largest key. */
  long most() {
    return most;
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(count);
    out.writeLong(first);
    out.writeLong(least);
    out.writeLong(most);
    out.writeBoolean(counts);
    out.writeBoolean(ascends);
  }

  static KeySpan read(DataInput in) throws IOException {
    var span = new KeySpan();
    span.count = in.readLong();
    span.first = in.readLong();
    span.least = in.readLong();
    span.most = in.readLong();
    span.counts = in.readBoolean();
    span.ascends = in.readBoolean();
    return span;
  }
}
