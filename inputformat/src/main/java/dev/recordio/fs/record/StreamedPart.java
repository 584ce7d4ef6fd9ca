// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static dev.recordio.wire.RecordIOFormat.ALIGNMENT;
import static dev.recordio.wire.RecordIOFormat.FIRST;
import static dev.recordio.wire.RecordIOFormat.HEADER_BYTES;
import static dev.recordio.wire.RecordIOFormat.MAGIC;
import static dev.recordio.wire.RecordIOFormat.align;
import static dev.recordio.wire.RecordIOFormat.beginsRecord;
import static dev.recordio.wire.RecordIOFormat.cflag;
import static dev.recordio.wire.RecordIOFormat.partLength;
import static dev.recordio.wire.RecordIOFormat.word;

import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.wire.MagicSearch;
import java.io.IOException;

/**
 * Reads a long part of a record in a stream, in which what follows the part can't be read before
 * all of it is in memory. So it is read step by step, and the bytes read are searched for records
 * that the part's length has swallowed: a record start whose record is followed by another header.
 * A magic word alone proves nothing: writers that do not escape leave some.
 */
final class StreamedPart {
  private static final int STEP = StraightRead.TRUSTED_GROWTH;

  private final ChunkReader in;
  private final long to;
  private long searched;
  private long awaited = -1; // a start that was found, whose record reaches beyond the window

  private StreamedPart(ChunkReader in, long from, long to) {
    this.in = in;
    this.to = to;
    searched = from;
  }

  /**
   * Reads the part into the window, unless records are found in it.
   *
   * @param keepFrom where the window begins
   * @param from the offset of the part's data
   * @param to the offset after them, according to the part's length
   * @return whether records are in it; then the length is wrong
   */
  static boolean holdsRecords(ChunkReader in, long keepFrom, long from, long to)
      throws IOException {
    var part = new StreamedPart(in, from, to);
    boolean found = part.search();
    while (!found && in.end() < to) {
      long next = Math.min(to, in.end() + STEP);
      boolean more = in.fill(keepFrom, next, next);
      found = part.search();
      if (!more) {
        break;
      }
    }
    return found;
  }

  private boolean search() {
    if (awaited >= 0 && isFollowed(awaited)) {
      return true;
    }
    int end = index(Math.min(to, in.end()));
    int at = MagicSearch.firstRecordStart(in.buffer(), index(searched), end);
    while (at >= 0) {
      if (isFollowed(in.offset() + at)) {
        return true;
      }
      at = MagicSearch.firstRecordStart(in.buffer(), at + ALIGNMENT, end);
    }
    // The last word can be a magic whose length word has not been read.
    long judged = in.offset() + end - HEADER_BYTES + ALIGNMENT;
    searched = Math.max(searched, judged - (judged - searched) % ALIGNMENT);
    return false;
  }

  /**
   * Whether the header after the record's first part is one; when it has not been read, it waits.
   */
  private boolean isFollowed(long start) {
    int lrec = word(in.buffer(), index(start) + 4);
    long next = start + HEADER_BYTES + align(partLength(lrec));
    if (next + HEADER_BYTES > in.end()) {
      awaited = start;
      return false;
    }
    int at = index(next);
    return word(in.buffer(), at) == MAGIC
        && beginsRecord(word(in.buffer(), at + 4)) == (cflag(lrec) != FIRST);
  }

  private int index(long offset) {
    return (int) (offset - in.offset());
  }
}
