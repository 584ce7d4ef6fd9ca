// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.wire.MagicSearch;
import dev.recordio.wire.RecordCursor;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.TreeSet;

/**
 * Finds the first record of a range in a file of records of one part whose writer does not escape.
 * There a payload may hold whole records, so no header proves itself: only the way to it from the
 * file's start does.
 *
 * <p>What looks like a record start in the bytes before the range is followed, all of them side by
 * side. If they reach the range at one place, that place is the answer: a true start is among them,
 * unless a single record covers those bytes. If they reach it at several places, the records are
 * walked from the file's start; if none does, more bytes are looked at.
 *
 * <p>So the answer is certain but for a range that begins in a payload longer than what was looked
 * at, where that is an unbroken run of records. {@link RecordRangeReader} notices that too, since
 * it asks for the start of the next range, and knows where its own last record ends.
 */
final class AgreedStart {
  /** How many bytes before a range are looked at first. */
  static final int LOOK_BACK = 1 << 18;

  private static final int GROWTH = 4;
  private static final int MOST_WAYS = 1 << 12; // that are followed side by side
  private static final long NONE = -1;
  private static final long SEVERAL = -2;

  private final ChunkReader file;
  private final ChainVerifier verifier;
  private final int lookBack;
  private final RecordCursor cursor = new RecordCursor(true);
  private byte[] block = {};

  /**
   * Creates a finder.
   *
   * @param verifier checks what is found
   * @param lookBack how many bytes before a range are looked at first, a multiple of 4
   */
  AgreedStart(ChunkReader file, ChainVerifier verifier, int lookBack) {
    this.file = file;
    this.verifier = verifier;
    this.lookBack = lookBack;
  }

  /**
   * Returns where the first record at or after {@code begin} begins, or the file's length when
   * there is none; -1 when the walk from the file's start meets damage before {@code begin}.
   *
   * @param begin a multiple of 4, not beyond the file's end
   */
  long find(long begin) throws IOException {
    long found = NONE;
    for (long back = lookBack;
        found == NONE && back < begin && back < GROWTH * (long) RecordIOFormat.MAX_PAYLOAD_BYTES;
        back *= GROWTH) {
      found = agreed(begin - back, begin);
    }
    if (found >= 0) {
      return found;
    }
    int probe = (int) Math.min(LOOK_BACK, begin + RecordIOFormat.HEADER_BYTES);
    return new ChainVerifier(file, 1, probe).walk(0, begin);
  }

  /** Returns where all ways from {@code from} on reach {@code begin}; NONE or SEVERAL otherwise. */
  private long agreed(long from, long begin) throws IOException {
    var ends = new TreeSet<Long>(); // of the records that are followed, each way once
    for (long at = from; at < begin; at += LOOK_BACK) {
      // A header that begins before the end is whole: its second word is read along.
      int length = (int) Math.min(LOOK_BACK, begin - at) + RecordIOFormat.ALIGNMENT;
      int count = (int) Math.min(length, file.length() - at);
      if (block.length < count) {
        block = new byte[count];
      }
      file.readFully(at, block, count);
      for (int i = MagicSearch.firstRecordStart(block, 0, count);
          i >= 0;
          i = MagicSearch.firstRecordStart(block, i + RecordIOFormat.ALIGNMENT, count)) {
        ends.headSet(at + i).clear(); // no record begins where these end
        ends.remove(at + i);
        long end = endOf(at + i, at, count);
        if (end >= 0) {
          ends.add(end);
        }
        if (ends.size() > MOST_WAYS) {
          return SEVERAL;
        }
      }
    }
    ends.headSet(begin).clear();
    long found = NONE;
    for (long end : ends) {
      if (verifier.holds(end)) {
        if (found >= 0) {
          return SEVERAL;
        }
        found = end;
      }
    }
    return found;
  }

  /** Returns where the record of one part that begins at {@code start} ends; -1 if none does. */
  private long endOf(long start, long blockStart, int count) {
    cursor.start(start, file.length());
    cursor.window(block, 0, count, blockStart);
    boolean whole = cursor.next() == RecordCursor.Step.RECORD && cursor.parts() == 1;
    return whole ? cursor.end() : -1;
  }
}
