// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import dev.recordio.bytes.MalformedRecordException;

/**
 * Checks the head of a shard of MDS ({@link MdsShardHead}) while its numbers are read, in order:
 * the count, then {@code count + 1} offsets. Nothing is kept but the last one.
 */
public final class MdsOffsets {
  private static final String WHAT = "malformed MDS shard";
  private static final int WIDTH = Integer.BYTES;

  private final long length;
  private final long count;
  private long read; // offsets that were taken
  private long last;

  /**
   * Begins with the first four bytes.
   *
   * @param length of the file
   * @param count the number there
   * @param listed how many samples {@code index.json} lists
   * @throws MalformedRecordException without the file's name, when the numbers differ, or the
   *     offsets of so many samples do not fit the file
   */
  public MdsOffsets(long length, int count, long listed) throws MalformedRecordException {
    this.length = length;
    this.count = Integer.toUnsignedLong(count);
    if (this.count != listed) {
      throw malformed(0, listed + " samples, as index.json lists", this.count + " samples");
    }
    if (configStart() > length) {
      throw malformed(
          0,
          "a file of at least "
              + configStart()
              + " bytes, for the offsets of "
              + listed
              + " samples",
          length + " bytes");
    }
  }

  /** Returns the offset after the numbers, where the config begins. */
  public long configStart() {
    return WIDTH * (count + 2);
  }

  /** Returns how many offsets there are: one more than samples. */
  public long size() {
    return count + 1;
  }

  /**
   * Takes the next offset.
   *
   * @return it, unsigned
   * @throws MalformedRecordException without the file's name, when it is below the one before, or
   *     beyond the file's end, or is the last one and not the end
   */
  public long take(int offset) throws MalformedRecordException {
    long at = Integer.toUnsignedLong(offset);
    long place = WIDTH * (read + 1);
    long least = read == 0 ? configStart() : last;
    if (at < least || at > length) {
      throw malformed(place, "an offset from " + least + " to " + length, "" + at);
    }
    if (read == count && at != length) {
      throw malformed(place, "the file's length of " + length + " as the last offset", "" + at);
    }
    read++;
    last = at;
    return at;
  }

  private static MalformedRecordException malformed(long at, String expected, String found) {
    return new MalformedRecordException(WHAT, null, at, -1, expected, found);
  }
}
