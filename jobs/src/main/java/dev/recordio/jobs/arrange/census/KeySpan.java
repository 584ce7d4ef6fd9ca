// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.census;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What the keys of all records of a split are like, as unsigned numbers. */
final class KeySpan {
  private boolean counts = true;
  private boolean ascends = true;
  private long count;
  private long first;
  private long last;
  private long least;
  private long most;

  /** Sees the key of the next record. */
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

  /** Returns how many records have these keys. */
  long count() {
    return count;
  }

  /** Whether the keys are {@code number}, {@code number} + 1, and so on. */
  boolean countsFrom(long number) {
    return count == 0 || counts && first == number;
  }

  /** Whether each key is above the one before. */
  boolean ascends() {
    return ascends;
  }

  /** Returns the least key. */
  long least() {
    return least;
  }

  /** Returns the greatest key. */
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
