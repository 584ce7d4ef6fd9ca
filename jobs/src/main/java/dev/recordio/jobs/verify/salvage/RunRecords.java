// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.jobs.verify.Runs;
import dev.recordio.wire.FramedRecord;
import dev.recordio.wire.RecordCursor;
import dev.recordio.wire.RecordCursor.Step;
import java.io.IOException;

/**
 * Reads the records of {@link Runs}, as they are in their file. A run is taken for a whole file, so
 * that what follows its last record does not count.
 */
final class RunRecords {
  private static final String CHANGED = "the file has changed while its records were copied";

  private final ChunkReader file;
  private final Runs runs;
  private final RecordCursor cursor = new RecordCursor();
  private final FramedRecord record = new FramedRecord();
  private int run = -1;

  RunRecords(ChunkReader file, Runs runs) {
    this.file = file;
    this.runs = runs;
  }

  /** Steps to the next record; false after the last one. */
  boolean next() throws IOException {
    while (true) {
      Step step = run < 0 ? Step.END : cursor.next();
      switch (step) {
        case RECORD -> {
          int from = (int) (cursor.begin() - file.offset());
          record.read(file.buffer(), from, (int) (cursor.end() - cursor.begin()));
          return true;
        }
        case UNDERFLOW -> {
          if (!file.fill(cursor.keepFrom(), cursor.needUpTo(), runs.end(run))) {
            throw changed(cursor.keepFrom(), "a record", "the end of the file");
          }
          show();
        }
        case END -> {
          if (++run == runs.count()) {
            return false;
          }
          cursor.start(runs.begin(run), runs.end(run));
          show();
        }
        default -> {
          MalformedRecordException why = cursor.malformed();
          throw changed(why.offset(), why.expected(), why.found());
        }
      }
    }
  }

  private void show() {
    cursor.window(file.buffer(), 0, file.filled(), file.offset());
  }

  private MalformedRecordException changed(long offset, String expected, String found) {
    return new MalformedRecordException(CHANGED, file.path(), offset, -1, expected, found);
  }

  /** Returns the record: a view that is good until the next call of {@link #next}. */
  FramedRecord record() {
    return record;
  }

  /** Returns where the record begins in its file. */
  long offset() {
    return cursor.begin();
  }
}
