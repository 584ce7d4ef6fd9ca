// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.jobs.verify.Runs;
import dev.recordio.wire.FramedRecord;
import dev.recordio.wire.MagicSearch;
import dev.recordio.wire.RecordCursor;
import dev.recordio.wire.RecordCursor.Step;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.apache.hadoop.util.Progressable;

/** Finds what may be records of a file, at any offset, and walks their headers. */
final class RecordFinder {
  /** How many bytes are searched at a time. */
  static final int STRIDE = 1 << 12;

  private final ChunkReader file;
  private final boolean escaped;
  private final Progressable progress;
  private final RecordCursor headers = new RecordCursor(true);
  private final RecordCursor data = new RecordCursor();
  private final FramedRecord record = new FramedRecord();
  private final CRC32C crc = new CRC32C();
  private boolean hasSum; // of the current record
  private int sum;

  /**
   * Prepares to search.
   *
   * @param escaped whether a record with an aligned magic word in its payload is none
   * @param progress is notified of each stretch of bytes that is read
   */
  RecordFinder(ChunkReader file, boolean escaped, Progressable progress) {
    this.file = file;
    this.escaped = escaped;
    this.progress = progress;
  }

  ChunkReader file() {
    return file;
  }

  /** Returns where the next header is that may begin a record; -1 if there is none. */
  long start(long from, long end) throws IOException {
    for (long at = from; at <= end - RecordIOFormat.HEADER_BYTES; ) {
      show(at, at + RecordIOFormat.HEADER_BYTES);
      int begin = (int) (at - file.offset());
      int to = (int) Math.min(file.filled(), Math.min(end - file.offset(), begin + STRIDE));
      int start = start(begin, to);
      if (start >= 0) {
        return file.offset() + start;
      }
      at = file.offset() + to - RecordIOFormat.HEADER_BYTES + 1;
    }
    return -1;
  }

  /** Whether the header of a start is one of several parts, between which magic words are. */
  boolean isPart(long start) throws IOException {
    show(start, start + RecordIOFormat.HEADER_BYTES);
    int lrec = RecordIOFormat.word(file.buffer(), (int) (start - file.offset()) + 4);
    return RecordIOFormat.cflag(lrec) != 0;
  }

  private int start(int from, int to) {
    int first = -1;
    for (int phase = 0; phase < RecordIOFormat.ALIGNMENT; phase++) {
      int start = MagicSearch.firstRecordStart(file.buffer(), from + phase, to);
      if (start >= 0 && (first < 0 || start < first)) {
        first = start;
      }
    }
    return first;
  }

  /**
   * Returns the records that are wholly within a stretch.
   *
   * @param records that follow each other in each run, and hold no aligned magic words
   */
  Runs within(Runs records, long from, long to) throws IOException {
    var within = new Runs();
    for (int i = records.firstAfter(from); i < records.count() && records.begin(i) < to; i++) {
      long end = Math.min(to, records.end(i));
      long at = records.begin(i);
      if (at < from) {
        at = start(from, end);
        while (at >= 0 && at % RecordIOFormat.ALIGNMENT != 0) {
          at = start(at + 1, end);
        }
      }
      for (; at >= 0 && at < end && walk(at, end); at = headers.end()) {
        within.add(at, headers.end());
      }
    }
    return within;
  }

  /** Has bytes in the window, which is not moved without need. */
  private void show(long from, long to) throws IOException {
    if (from < file.offset() || to > file.end()) {
      progress.progress();
      file.fill(from, to, Long.MAX_VALUE);
    }
  }

  /** Walks the headers of a record, which is the current one then; whether they are sound. */
  boolean walk(long at, long end) throws IOException {
    hasSum = false;
    if (at > end - RecordIOFormat.HEADER_BYTES) {
      return false;
    }
    show(at, at + RecordIOFormat.HEADER_BYTES);
    headers.start(at, end);
    while (true) {
      headers.window(file.buffer(), 0, file.filled(), file.offset());
      Step step = headers.next();
      if (step != Step.UNDERFLOW) {
        return step == Step.RECORD;
      }
      show(headers.keepFrom(), headers.needUpTo());
    }
  }

  /** Returns the offset after the current record. */
  long end() {
    return headers.end();
  }

  /** Returns the bytes of the payload of the current record. */
  int payloadLength() {
    return headers.payloadLength();
  }

  /** Whether a magic word or the end is after the current record. */
  boolean isFollowed(long end) throws IOException {
    long recordEnd = headers.end();
    if (recordEnd > end - RecordIOFormat.ALIGNMENT) {
      return recordEnd == end;
    }
    show(recordEnd, recordEnd + RecordIOFormat.ALIGNMENT);
    int at = (int) (recordEnd - file.offset());
    return RecordIOFormat.word(file.buffer(), at) == RecordIOFormat.MAGIC;
  }

  /** Whether the payload of the current record is one that this file's writer makes. */
  boolean isWritten() throws IOException {
    if (!escaped) {
      return true;
    }
    long begin = headers.begin();
    show(begin, headers.end());
    int from = (int) (begin - file.offset());
    int count = (int) (headers.end() - begin);
    data.start(0, count);
    data.window(file.buffer(), from, from + count, 0);
    return data.next() == Step.RECORD && data.scanData() != Step.MALFORMED;
  }

  /** Returns the CRC32C of the payload of the current record. */
  int sum() throws IOException {
    if (!hasSum) {
      long at = headers.begin();
      show(at, headers.end());
      record.read(file.buffer(), (int) (at - file.offset()), (int) (headers.end() - at));
      crc.reset();
      crc.update(record.payload(), record.payloadOffset(), record.payloadLength());
      sum = (int) crc.getValue();
      hasSum = true;
    }
    return sum;
  }
}
