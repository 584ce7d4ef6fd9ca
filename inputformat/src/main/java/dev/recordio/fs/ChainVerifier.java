// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import dev.recordio.wire.RecordCursor;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a number of records from a possible record start, header by header, before the start is
 * trusted. Files whose writer did not escape the magic word can hold starts that are none.
 */
final class ChainVerifier {
  private static final Logger LOG = LoggerFactory.getLogger(ChainVerifier.class);
  private static final int PROBE_BYTES = 4096;

  private final ChunkReader file;
  private final int records;
  private final RecordCursor cursor = new RecordCursor(true);
  private final byte[] probe = new byte[PROBE_BYTES];

  ChainVerifier(ChunkReader file, int records) {
    this.file = file;
    this.records = records;
  }

  /** Whether the records from {@code start} on, or all up to the file's end, follow each other. */
  boolean holds(long start) throws IOException {
    begin(start, file.length());
    // The header behind the last record is looked at too: the cursor begins records + 1 of them.
    for (int walked = 0; walked <= records; walked++) {
      switch (step()) {
        case RECORD -> {}
        case END -> {
          return true;
        }
        case MALFORMED -> {
          if (walked > 0) {
            // More than chance: records in a record, or real ones with damage not far behind.
            LOG.warn(
                "{}: {} records follow from offset {}, then none at offset {}; not taken for a"
                    + " start",
                file.path(),
                walked,
                start,
                cursor.malformedOffset());
          }
          return false;
        }
        default -> throw new AssertionError();
      }
    }
    return true;
  }

  /**
   * Returns where the record ends that begins at {@code start}, by its headers; -1 when none does,
   * or it does not end within the file.
   */
  long endOf(long start) throws IOException {
    begin(start, file.length());
    return step() == RecordCursor.Step.RECORD ? cursor.end() : -1;
  }

  /** Whether the header of a record is at {@code offset}. */
  boolean isStart(long offset) throws IOException {
    if (offset > file.length() - RecordIOFormat.HEADER_BYTES) {
      return false;
    }
    file.positioned().readFully(offset, probe, 0, RecordIOFormat.HEADER_BYTES);
    return RecordIOFormat.word(probe, 0) == RecordIOFormat.MAGIC
        && RecordIOFormat.beginsRecord(RecordIOFormat.word(probe, 4));
  }

  private void begin(long start, long end) {
    cursor.start(start, end);
    cursor.window(probe, 0, 0, start);
  }

  private RecordCursor.Step step() throws IOException {
    FSDataInputStream in = file.positioned();
    RecordCursor.Step step = cursor.next();
    while (step == RecordCursor.Step.UNDERFLOW) {
      long from = cursor.keepFrom();
      int count = (int) Math.min(PROBE_BYTES, file.length() - from);
      in.readFully(from, probe, 0, count);
      cursor.window(probe, 0, count, from);
      step = cursor.next();
    }
    return step;
  }
}
