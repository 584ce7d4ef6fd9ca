// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.run.TaskFile;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;

/**
 * Sources in a file below Hadoop's local directories of the client, in the order they were found:
 * eight bytes of memory each, only if they are read in another order.
 */
final class Spool implements AutoCloseable {
  private static final int MAX_IN_ANY_ORDER = Integer.MAX_VALUE - 64;
  private static final int PREFIX = Long.BYTES + Integer.BYTES; // a number, and the length after it

  private static final int BATCH = 1 << 16;

  private final TaskFile file;
  private final DataOutputBuffer entries = new DataOutputBuffer(); // not yet in the file
  private final long[] starts;
  private long count;
  private byte[] buffer = new byte[1 << 12];

  Spool(Configuration conf) throws IOException {
    this(conf, new long[0]);
  }

  private Spool(Configuration conf, long[] starts) throws IOException {
    this.starts = starts;
    file = TaskFile.create(conf);
  }

  /** Makes an empty spool for at most {@code most} sources, to be read in any order. */
  static Spool random(Configuration conf, long most) throws IOException {
    if (most > MAX_IN_ANY_ORDER) {
      throw new IOException(most + " sources are too many to be shuffled");
    }
    return new Spool(conf, new long[(int) most + 1]);
  }

  /** Takes a source in the form that {@link Source#readFields} reads. */
  @FunctionalInterface
  interface Sink {
    /**
     * Takes a source.
     *
     * @param size the number it was added with
     * @param bytes the source; reused
     */
    void accept(long size, byte[] bytes, int offset, int length) throws IOException;
  }

  void add(Source source) throws IOException {
    add(source, 0);
  }

  /** Adds a source with a number. */
  void add(Source source, long size) throws IOException {
    int start = entries.getLength();
    entries.writeLong(size);
    entries.writeInt(0); // until the length is known
    source.write(entries);
    entries.writeInt(entries.getLength() - start - PREFIX, start + Long.BYTES);
    count++;
    if (starts.length > 0) {
      starts[(int) count] = file.length() + entries.getLength();
    }
    if (entries.getLength() >= BATCH) {
      flush();
    }
  }

  private void flush() throws IOException {
    file.append(entries.getData(), 0, entries.getLength());
    entries.reset();
  }

  long count() {
    return count;
  }

  void forEach(Source.Sink sink) throws IOException {
    forEach(reading(sink));
  }

  /** Returns what reads each source that it takes. */
  static Sink reading(Source.Sink sink) {
    var source = new Source();
    var in = new DataInputBuffer();
    return (size, bytes, offset, length) -> {
      in.reset(bytes, offset, length);
      source.readFields(in);
      sink.accept(source);
    };
  }

  /** Passes all sources, in order. */
  void forEach(Sink sink) throws IOException {
    try (DataInputStream all = open()) {
      for (long i = 0; i < count; i++) {
        long size = all.readLong();
        int length = all.readInt();
        reserve(length);
        all.readFully(buffer, 0, length);
        sink.accept(size, buffer, 0, length);
      }
    }
  }

  private DataInputStream open() throws IOException {
    flush();
    return new DataInputStream(new BufferedInputStream(file.stream(), BATCH));
  }

  private void reserve(int length) {
    if (length > buffer.length) {
      buffer = new byte[length];
    }
  }

  /** Passes the source that was added with a number, as the one at {@code index}, from 0. */
  void read(long index, Sink sink) throws IOException {
    if (entries.getLength() > 0) {
      flush();
    }
    long start = starts[(int) index];
    int length = (int) (starts[(int) index + 1] - start);
    reserve(length);
    file.readFully(start, buffer, 0, length);
    sink.accept(ByteBuffer.wrap(buffer).getLong(), buffer, PREFIX, length - PREFIX);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
