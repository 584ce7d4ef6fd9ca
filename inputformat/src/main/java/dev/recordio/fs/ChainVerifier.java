// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import dev.recordio.wire.RecordCursor;
import java.io.IOException;
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

  /** Whether one record, no more and no less, stands in {@code [start, end)}. */
  boolean isOne(long start, long end) throws IOException {
    begin(start, end);
    return step() == RecordCursor.Step.RECORD && cursor.end() == end;
  }

  /**
   * Whether a record begins at {@code start} that does not end at {@code end}, and it is sound, as
   * another one follows, or the file's end.
   */
  boolean isAnother(long start, long end) throws IOException {
    begin(start, file.length());
    return step() == RecordCursor.Step.RECORD
        && cursor.end() != end
        && step() != RecordCursor.Step.MALFORMED;
  }

  private void begin(long start, long end) {
    cursor.start(start, end);
    cursor.window(probe, 0, 0, start);
  }

  private RecordCursor.Step step() throws IOException {
    RecordCursor.Step step = cursor.next();
    while (step == RecordCursor.Step.UNDERFLOW) {
      long from = cursor.keepFrom();
      int count = (int) Math.min(PROBE_BYTES, file.length() - from);
      file.readFully(from, probe, count);
      cursor.window(probe, 0, count, from);
      step = cursor.next();
    }
    return step;
  }
}
