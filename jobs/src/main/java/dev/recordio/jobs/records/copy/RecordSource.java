// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.FileTimes;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.jobs.records.census.SourceTable;
import dev.recordio.jobs.rows.SourceFile;
import dev.recordio.wire.FramedRecord;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Reads records at known offsets: ahead where they ascend, one by one where they do not. One file
 * is open at a time.
 */
public final class RecordSource implements Closeable {
  /** Gaps of this many bytes are skipped; shorter ones are read. */
  private static final int MIN_SKIP = 1 << 16;

  private static final long MAX_AHEAD = 1 << 30; // at most a chunk is read at once

  private static final String CHANGED = "the file has changed while its records were copied";

  private final Configuration conf;
  private final SourceTable sources;
  private final InputOpener files;
  private final FramedRecord record = new FramedRecord();
  private ChunkReader in;
  private PayloadSums sums; // of the open file, or null
  private int open = -1;
  private SourceFile source; // the open one
  private long end;
  private long ahead; // bytes to read ahead; more while records follow closely

  public RecordSource(Configuration conf, SourceTable sources) {
    this.conf = conf;
    this.sources = sources;
    files = new InputOpener(conf);
  }

  /**
   * Reads a record.
   *
   * @return a view that is good until the next call
   * @throws MalformedRecordException when the file has changed, or has no record there, or its
   *     index has another checksum for it
   */
  public FramedRecord read(CopyEntry entry) throws IOException {
    int from = find(entry, entry.length);
    try {
      record.read(in.buffer(), from, entry.length);
    } catch (MalformedRecordException e) {
      throw changed(entry.offset, e.expected(), e.found());
    }
    if (sums != null) {
      sums.check(entry.offset, record);
    }
    return record;
  }

  /**
   * Reads the first {@code count} bytes of a record, or of a line, as they are in the file.
   *
   * @return where they begin in {@link #buffer}
   * @throws MalformedRecordException when the file has changed
   */
  int find(CopyEntry entry, int count) throws IOException {
    if (entry.file != open) {
      open(entry.file);
    }
    long to = entry.offset + count;
    if (entry.offset >= in.offset() && to <= in.end()) {
      end = to;
      // The window is not moved: doing so for each record would copy its rest.
      return (int) (entry.offset - in.offset());
    }
    boolean near = entry.offset >= end && entry.offset - end < MIN_SKIP;
    ahead = near ? Math.min(2 * Math.max(ahead, MIN_SKIP / 2), MAX_AHEAD) : 0;
    if (!in.fill(entry.offset, to, to + ahead)) {
      throw changed(entry.offset, count + " bytes", "the end of the file");
    }
    end = to;
    return 0;
  }

  /** Returns the file of an entry. */
  public String path(CopyEntry entry) throws IOException {
    return sources.get(entry.file).path();
  }

  /** Returns the array with what {@link #find} found; good until its next call. */
  byte[] buffer() {
    return in.buffer();
  }

  private void open(int file) throws IOException {
    close();
    open = file;
    end = 0;
    source = sources.get(file);
    FileStatus now = files.status(source.toPath());
    if (now.getLen() != source.length()
        || !FileTimes.areOfOneChange(now.getModificationTime(), source.mtime())) {
      throw changed(
          0,
          source.length() + " bytes, written at " + source.mtime(),
          now.getLen() + " bytes, written at " + now.getModificationTime());
    }
    in = files.chunks(now);
    sums = PayloadSums.of(conf, now);
  }

  private MalformedRecordException changed(long offset, String expected, String found) {
    return new MalformedRecordException(CHANGED, source.path(), offset, -1, expected, found);
  }

  @Override
  public void close() throws IOException {
    ChunkReader closing = in;
    PayloadSums closingToo = sums;
    in = null;
    sums = null;
    try (closing;
        closingToo) {
      // Both are closed, whatever happens to the first.
    }
  }
}
