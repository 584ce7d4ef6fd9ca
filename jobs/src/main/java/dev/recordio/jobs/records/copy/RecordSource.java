// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.FileTimes;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.jobs.rows.SourceFile;
import dev.recordio.wire.FramedRecord;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Reads records at known offsets: ahead where they ascend, one by one where they do not. The files
 * that were used last are open.
 */
public final class RecordSource implements Closeable {
  /** Gaps of this many bytes are skipped; shorter ones are read. */
  private static final int MIN_SKIP = 1 << 16;

  private static final long MAX_AHEAD = 1 << 30; // at most a chunk is read at once

  private static final String CHANGED = "the file has changed while its records were copied";

  private final Configuration conf;
  private final Map<Integer, CopyUnit.Source> sources;
  private final int maxOpen;
  private final InputOpener opener;
  private final FramedRecord record = new FramedRecord();
  private final Map<Integer, OpenFile> open = new LinkedHashMap<>(16, 0.75f, true);
  private OpenFile current;

  RecordSource(Configuration conf, Map<Integer, CopyUnit.Source> sources, int maxOpen) {
    this.conf = conf;
    this.sources = sources;
    this.maxOpen = maxOpen;
    opener = new InputOpener(conf);
  }

  /**
   * Reads a record.
   *
   * @return a view that is good until the next call
   * @throws MalformedRecordException when the file has changed, or has no record there, or its
   *     index has another checksum for it
   */
  public FramedRecord read(CopyEntry entry) throws IOException {
    OpenFile file = file(entry.file);
    int from = file.find(entry.offset, entry.length);
    try {
      record.read(file.in.buffer(), from, entry.length);
    } catch (MalformedRecordException e) {
      throw changed(entry, e.expected(), e.found());
    }
    if (file.sums != null) {
      file.sums.check(entry.offset, record);
    }
    return record;
  }

  /**
   * Copies the first {@code count} bytes of a record, or of a line, as they are in the file.
   *
   * @throws MalformedRecordException when the file has changed
   */
  void copyBytes(CopyEntry entry, int count, OutputStream to) throws IOException {
    OpenFile file = file(entry.file);
    int from = file.find(entry.offset, count);
    to.write(file.in.buffer(), from, count);
  }

  /** Returns the file of an entry. */
  public String path(CopyEntry entry) {
    return sources.get(entry.file).file().path();
  }

  /** Whether the file of an entry is an InsightFace set. */
  public boolean isFaceSet(CopyEntry entry) {
    return sources.get(entry.file).isFaceSet();
  }

  /** Returns the error of a record that is not what it was in the census. */
  public MalformedRecordException changed(CopyEntry entry, String expected, String found) {
    return changed(path(entry), entry.offset, expected, found);
  }

  private static MalformedRecordException changed(
      String path, long offset, String expected, String found) {
    return new MalformedRecordException(CHANGED, path, offset, -1, expected, found);
  }

  private OpenFile file(int number) throws IOException {
    if (current == null || current.number != number) {
      current = open.get(number);
      if (current == null) {
        while (open.size() >= maxOpen) {
          closeOne();
        }
        current = new OpenFile(number);
        open.put(number, current);
      }
    }
    return current;
  }

  private void closeOne() throws IOException {
    Iterator<OpenFile> eldest = open.values().iterator();
    OpenFile closing = eldest.next();
    eldest.remove();
    closing.close();
  }

  @Override
  public void close() throws IOException {
    if (!open.isEmpty()) {
      try (Closeable rest = this) {
        closeOne();
      }
    }
  }

  /** A file from which records are read. */
  private final class OpenFile implements Closeable {
    private final int number;
    private final String path;
    private final ChunkReader in;
    private final PayloadSums sums; // or null
    private long end; // of what was read last
    private long ahead; // bytes to read ahead; more while records follow closely

    OpenFile(int number) throws IOException {
      this.number = number;
      SourceFile source = sources.get(number).file();
      path = source.path();
      FileStatus now = opener.status(source.toPath());
      if (now.getLen() != source.length()
          || !FileTimes.areOfOneChange(now.getModificationTime(), source.mtime())) {
        throw changed(
            path,
            0,
            source.length() + " bytes, written at " + source.mtime(),
            now.getLen() + " bytes, written at " + now.getModificationTime());
      }
      in = opener.chunks(now);
      sums = CloseOnFailure.of(in, opened -> PayloadSums.of(conf, now));
    }

    /** Reads bytes; returns where they begin in the buffer. */
    int find(long offset, int count) throws IOException {
      long to = offset + count;
      if (offset >= in.offset() && to <= in.end()) {
        end = to;
        // The window is not moved: doing so for each record would copy its rest.
        return (int) (offset - in.offset());
      }
      boolean near = offset >= end && offset - end < MIN_SKIP;
      ahead = near ? Math.min(2 * Math.max(ahead, MIN_SKIP / 2), MAX_AHEAD) : 0;
      if (!in.fill(offset, to, to + ahead)) {
        throw changed(path, offset, count + " bytes", "the end of the file");
      }
      end = to;
      return 0;
    }

    @Override
    public void close() throws IOException {
      try (in;
          sums) {
        // Both are closed, whatever happens to the first.
      }
    }
  }
}
