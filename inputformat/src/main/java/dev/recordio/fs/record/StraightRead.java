// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static dev.recordio.wire.RecordIOFormat.HEADER_BYTES;
import static dev.recordio.wire.RecordIOFormat.MAGIC;
import static dev.recordio.wire.RecordIOFormat.WHOLE;
import static dev.recordio.wire.RecordIOFormat.beginsRecord;
import static dev.recordio.wire.RecordIOFormat.cflag;
import static dev.recordio.wire.RecordIOFormat.partLength;
import static dev.recordio.wire.RecordIOFormat.word;

import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.wire.RecordCursor;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;

/**
 * Reads a long payload from its file directly into its value, not through the window: that saves a
 * copy of bytes that have left the processor's cache by the time they are copied.
 *
 * <p>It is used when the cursor waits for more of a record. The header after the record is read
 * along and becomes the window, so long records take one read each; if short ones follow, the
 * window is filled as usual. What is not clearly a sound record of one part is left to the window:
 * the record is read again then, and errors are found there.
 */
final class StraightRead {
  /** Where less than this part of a chunk is missing, a separate read costs more than the copy. */
  private static final int PART_OF_CHUNK = 16;

  /** The longest part for which a value grows by its header alone. */
  static final int TRUSTED_GROWTH = 4 << 20;

  private StraightRead() {}

  /**
   * Reads the record that the cursor waits for, if that is worth it.
   *
   * @param value becomes the payload; when the result is false, its bytes are undefined
   * @return whether the cursor can hand out the record: as by its own rule, a record or the file's
   *     end follows
   */
  static boolean tryRead(ChunkReader in, RecordCursor cursor, BytesWritable value)
      throws IOException {
    long from = cursor.awaitedPart();
    long to = cursor.needUpTo();
    if (from != cursor.begin() + HEADER_BYTES
        || to == from // it waits for a header
        || to - in.end() < in.chunkSize() / PART_OF_CHUNK
        || to - from > TRUSTED_GROWTH
        || !in.canSeek()) {
      return false;
    }
    int lrec = word(in.buffer(), (int) (from - in.offset()) - 4);
    if (cflag(lrec) != WHOLE) {
      return false;
    }
    int length = (int) (to - from);
    value.setSize(0); // so that growing copies nothing
    value.setSize(length + HEADER_BYTES);
    if (!in.readPast(value.getBytes(), from, length, HEADER_BYTES) || !followed(in)) {
      return false;
    }
    value.setSize(partLength(lrec));
    cursor.length(in.length());
    cursor.window(in.buffer(), 0, in.filled(), in.offset());
    cursor.passed(partLength(lrec));
    return true;
  }

  private static boolean followed(ChunkReader in) {
    return in.offset() == in.length()
        || in.filled() >= HEADER_BYTES
            && word(in.buffer(), 0) == MAGIC
            && beginsRecord(word(in.buffer(), 4));
  }
}
