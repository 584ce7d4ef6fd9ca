// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.wire.MagicSearch;
import dev.recordio.wire.RecordCursor;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;

/**
 * Follows a number of records from a possible record start, header by header, before the start is
 * trusted. Files whose writer did not escape the magic word can hold starts that are none.
 */
public final class ChainVerifier {
  private static final int PROBE_BYTES = 4096;
  private static final int BLOCK_BYTES = 1 << 16; // of a search backwards

  private final ChunkReader file;
  private final int records;
  private final RecordCursor cursor = new RecordCursor(true);
  private final byte[] probe;
  private long probed; // the offset of the probe's first byte
  private int probedBytes;
  private long refused;

  public ChainVerifier(ChunkReader file, int records) {
    this(file, records, PROBE_BYTES);
  }

  /** Creates one that reads so many bytes at a time: more than usual are for long walks. */
  ChainVerifier(ChunkReader file, int records, int probeBytes) {
    this.file = file;
    this.records = records;
    probe = new byte[probeBytes];
  }

  /** Whether the records from {@code start} on, or all up to the file's end, follow each other. */
  boolean holds(long start) throws IOException {
    begin(start, file.length());
    // The header after the last record is checked too: the cursor begins records + 1 of them.
    for (int walked = 0; walked <= records; walked++) {
      switch (step()) {
        case RECORD -> {}
        case END -> {
          return true;
        }
        case MALFORMED -> {
          refused++;
          return false;
        }
        default -> throw new AssertionError();
      }
    }
    return true;
  }

  /** Returns how many possible starts did not hold. */
  long refused() {
    return refused;
  }

  /**
   * Finds the first record at or after {@code begin} by walking to it from before. A possible start
   * that does not hold may be a false one, or belong to a sound record with damage soon after it:
   * the records before it decide. The walk begins at the nearest earlier start that holds, which in
   * a sound file is no further away than the longest record reaches.
   *
   * @param begin a multiple of 4, not beyond the file's end
   * @return where the last record before {@code begin} ends; -1 when that is not known, because of
   *     damage that begins before {@code begin} and is followed by no start that holds
   */
  long walkTo(long begin) throws IOException {
    byte[] block = new byte[(int) Math.min(BLOCK_BYTES, begin) + RecordIOFormat.ALIGNMENT];
    long least = Math.max(0, begin - RecordIOFormat.MAX_FRAMED_BYTES);
    for (long to = begin; to > least; to = Math.max(0, to - BLOCK_BYTES)) {
      long from = Math.max(0, to - BLOCK_BYTES);
      int count = (int) (Math.min(to + RecordIOFormat.ALIGNMENT, file.length()) - from);
      file.readFully(from, block, count);
      int at = MagicSearch.firstRecordStart(block, 0, count);
      boolean damaged = false;
      while (at >= 0) {
        if (from + at == 0 || holds(from + at)) {
          long reached = walk(from + at, begin);
          if (reached >= begin) {
            return reached;
          }
          damaged = true;
          at = (int) Math.min(count, Math.max(from + at, cursor.malformedOffset()) - from);
        }
        at = MagicSearch.firstRecordStart(block, at + RecordIOFormat.ALIGNMENT, count);
      }
      if (damaged) {
        return -1; // whatever is further away leads to the same damage
      }
    }
    return -1;
  }

  /** Walks from a record start up to {@code to} or beyond; -1 when there is damage before that. */
  long walk(long from, long to) throws IOException {
    begin(from, file.length());
    long at = from;
    while (at < to) {
      if (step() != RecordCursor.Step.RECORD) {
        return -1;
      }
      at = cursor.end();
    }
    return at;
  }

  /**
   * Returns where the record ends that begins at {@code start}, by its headers; -1 when none does,
   * or it does not end within the file.
   */
  public long endOf(long start) throws IOException {
    begin(start, file.length());
    return step() == RecordCursor.Step.RECORD ? cursor.end() : -1;
  }

  /** Whether the header of a record is at {@code offset}. */
  public boolean isStart(long offset) throws IOException {
    if (offset > file.length() - RecordIOFormat.HEADER_BYTES) {
      return false;
    }
    probedBytes = 0; // the probe is of another place now
    file.readFully(offset, probe, RecordIOFormat.HEADER_BYTES);
    return RecordIOFormat.word(probe, 0) == RecordIOFormat.MAGIC
        && RecordIOFormat.beginsRecord(RecordIOFormat.word(probe, 4));
  }

  private void begin(long start, long end) {
    cursor.start(start, end);
    boolean inProbe = start >= probed && start < probed + probedBytes;
    cursor.window(probe, 0, inProbe ? probedBytes : 0, inProbe ? probed : start);
  }

  private RecordCursor.Step step() throws IOException {
    RecordCursor.Step step = cursor.next();
    while (step == RecordCursor.Step.UNDERFLOW) {
      long from = cursor.keepFrom();
      int count = (int) Math.min(probe.length, file.length() - from);
      probedBytes = 0;
      file.readFully(from, probe, count);
      probed = from;
      probedBytes = count;
      cursor.window(probe, 0, count, from);
      step = cursor.next();
    }
    return step;
  }
}
