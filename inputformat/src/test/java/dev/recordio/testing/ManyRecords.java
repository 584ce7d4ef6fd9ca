// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import dev.recordio.wire.RecordIOFormat;
import dev.recordio.wire.RecordIndexLayout;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file system that holds files {@code records:///R/n.rec} of R records each, with their {@code
 * .ridx}: what is read of them is computed from the offset, nothing is in memory. It counts what is
 * opened and read.
 */
public final class ManyRecords extends ListedFileSystem {
  /** Bytes of a record: a header, a number, and zeros. */
  public static final int RECORD_BYTES = 104;

  private static final int PAYLOAD_BYTES = RECORD_BYTES - RecordIOFormat.HEADER_BYTES;
  private static final RecordIndexLayout LAYOUT =
      new RecordIndexLayout(RecordIndexLayout.PAYLOAD_CHECKSUMS);

  private static final AtomicInteger OPENED = new AtomicInteger();
  private static final AtomicInteger OPEN = new AtomicInteger();
  private static final AtomicInteger MOST_OPEN = new AtomicInteger();
  private static final AtomicLong READS = new AtomicLong();
  private static final AtomicLong INDEX_BYTES = new AtomicLong();
  private static List<FileStatus> listed = List.of(); // in the folder

  /** Returns the files, and prepares {@code conf} for them; begins to count anew. */
  public static List<FileStatus> files(Configuration conf, int files, long records) {
    conf.setClass("fs.records.impl", ManyRecords.class, FileSystem.class);
    for (AtomicInteger count : List.of(OPENED, OPEN, MOST_OPEN)) {
      count.set(0);
    }
    READS.set(0);
    INDEX_BYTES.set(0);
    var all = new ArrayList<FileStatus>();
    for (int i = 0; i < files; i++) {
      all.add(status(new Path("records:///" + records + "/" + i + ".rec")));
    }
    return all;
  }

  /**
   * Returns the folder with these files, as a pipeline names it, and prepares as {@link #files}.
   */
  public static String folder(Configuration conf, int files, long records) {
    listed = files(conf, files, records);
    return "records:///" + records;
  }

  /** Returns the number that a record's payload holds. */
  public static long number(byte[] bytes, int payload) {
    return (RecordIOFormat.word(bytes, payload) & 0xffffffffL)
        | (long) RecordIOFormat.word(bytes, payload + 4) << 32;
  }

  /** Returns how many files have been opened. */
  public static int opened() {
    return OPENED.get();
  }

  /** Returns how many of them have not been closed. */
  public static int open() {
    return OPEN.get();
  }

  /** Returns how many were open at a time, at most. */
  public static int mostOpen() {
    return MOST_OPEN.get();
  }

  /** Returns how many reads there were. */
  public static long reads() {
    return READS.get();
  }

  /** Returns how many bytes of binary indexes were read. */
  public static long indexBytes() {
    return INDEX_BYTES.get();
  }

  private static long records(Path path) {
    return Long.parseLong(path.getParent().getName());
  }

  private static boolean isIndex(Path path) {
    return path.getName().endsWith(".ridx");
  }

  private static FileStatus status(Path path) {
    long records = records(path);
    long length =
        isIndex(path)
            ? LAYOUT.entryOffset(records) + RecordIndexLayout.FOOTER_BYTES
            : records * RECORD_BYTES;
    return new FileStatus(length, false, 1, 1 << 27, 0, path);
  }

  @Override
  public URI getUri() {
    return URI.create("records:///");
  }

  @Override
  public FileStatus getFileStatus(Path path) throws FileNotFoundException {
    if (path.getName().endsWith(".idx")) {
      throw new FileNotFoundException(path.toString());
    }
    return path.getName().contains(".")
        ? status(path)
        : new FileStatus(0, true, 1, 1 << 27, 0, path);
  }

  @Override
  public FileStatus[] listStatus(Path path) {
    return listed.toArray(new FileStatus[0]);
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path("records:///");
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    getFileStatus(path); // there are no .idx files
    OPENED.incrementAndGet();
    MOST_OPEN.accumulateAndGet(OPEN.incrementAndGet(), Math::max);
    return new FSDataInputStream(new Computed(path));
  }

  /** A file whose bytes are computed when they are read. */
  private static final class Computed extends FSInputStream {
    private final boolean isIndex;
    private final long records;
    private final long length;
    private final long first; // number of the file's first record
    private long position;
    private boolean closed;

    Computed(Path path) {
      isIndex = isIndex(path);
      records = records(path);
      length = status(path).getLen();
      String name = path.getName();
      first = records * Long.parseLong(name.substring(0, name.indexOf('.')));
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
      int got = read(position, into, offset, count);
      position += Math.max(0, got);
      return got;
    }

    @Override
    public int read(long from, byte[] into, int offset, int count) throws IOException {
      if (from >= length) {
        return -1;
      }
      READS.incrementAndGet();
      int got = (int) Math.min(count, length - from);
      if (isIndex) {
        INDEX_BYTES.addAndGet(got);
        fill(from, into, offset, got, LAYOUT.entryBytes(), RecordIndexLayout.HEADER_BYTES);
      } else {
        fill(from, into, offset, got, RECORD_BYTES, 0);
      }
      return got;
    }

    @Override
    public void readFully(long from, byte[] into, int offset, int count) throws IOException {
      if (read(from, into, offset, count) < count) {
        throw new EOFException("the file ends at " + length);
      }
    }

    /** Fills a range with units of a fixed size; what is before and after them in an index, too. */
    private void fill(long from, byte[] into, int offset, int count, int unit, int before) {
      var bytes = new byte[RECORD_BYTES];
      var payload = new byte[RECORD_BYTES];
      var crc = new CRC32C();
      for (int done = 0; done < count; ) {
        long at = from + done - before;
        long record = Math.floorDiv(at, unit);
        long begin = record * unit;
        int size = unit;
        if (at < 0) {
          LAYOUT.putHeader(bytes, 0);
          begin = -before;
          size = before;
        } else if (record >= records) {
          begin = records * unit;
          size = RecordIndexLayout.FOOTER_BYTES;
          var footer = new RecordIndexLayout.Footer(records, records * RECORD_BYTES, 0, 0);
          RecordIndexLayout.putFooter(bytes, 0, footer);
        } else if (isIndex) {
          putRecord(payload, record);
          crc.reset();
          crc.update(payload, RecordIOFormat.HEADER_BYTES, PAYLOAD_BYTES);
          LAYOUT.putEntry(
              bytes, 0, record * RECORD_BYTES, PAYLOAD_BYTES, (int) crc.getValue(), record);
        } else {
          putRecord(bytes, record);
        }
        int skip = (int) (at - begin);
        int part = Math.min(count - done, size - skip);
        System.arraycopy(bytes, skip, into, offset + done, part);
        done += part;
      }
    }

    private void putRecord(byte[] bytes, long record) {
      RecordIOFormat.putWord(bytes, 0, RecordIOFormat.MAGIC);
      RecordIOFormat.putWord(bytes, 4, PAYLOAD_BYTES);
      RecordIOFormat.putWord(bytes, 8, (int) (first + record));
      RecordIOFormat.putWord(bytes, 12, (int) (first + record >>> 32));
    }

    @Override
    public void seek(long to) {
      position = to;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        OPEN.decrementAndGet();
      }
    }
  }
}
