// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

/** How many keys there are, and the smallest and the largest one, unsigned. */
final class KeyRange {
  private long count;
  private long least = -1;
  private long most;

  void add(long key) {
    count++;
    least = Long.compareUnsigned(key, least) < 0 ? key : least;
    most = Long.compareUnsigned(key, most) > 0 ? key : most;
  }

  /** Words that follow "there". */
  @Override
  public String toString() {
    if (count == 0) {
      return "is none";
    }
    String from = Long.toUnsignedString(least);
    return count == 1
        ? "is 1, " + from
        : "are " + count + ", from " + from + " to " + Long.toUnsignedString(most);
  }
}
