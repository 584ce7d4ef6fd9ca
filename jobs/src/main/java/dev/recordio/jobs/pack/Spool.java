// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.pack.source.Source;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.io.DataOutputBuffer;

/**
 * Sources on the client's own disk, in the order they were found: eight bytes of memory each, only
 * if they are read in another order.
 */
final class Spool implements AutoCloseable {
  private static final int MAX_IN_ANY_ORDER = Integer.MAX_VALUE - 64;

  private final Path file;
  private final DataOutputBuffer entry = new DataOutputBuffer();
  private final OutputStream out;
  private final long[] starts;
  private long written;
  private long count;
  private RandomAccessFile in;
  private byte[] buffer = new byte[1 << 12];

  /** Makes an empty spool that is read in order. */
  Spool() throws IOException {
    this(new long[0]);
  }

  private Spool(long[] starts) throws IOException {
    this.starts = starts;
    file = Files.createTempFile("recordio-pack-", ".spool");
    file.toFile().deleteOnExit(); // for a client that is interrupted
    out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
  }

  /** Makes an empty spool for at most {@code most} sources, to be read in any order. */
  static Spool random(long most) throws IOException {
    if (most > MAX_IN_ANY_ORDER) {
      throw new IOException(most + " sources are too many to be shuffled");
    }
    return new Spool(new long[(int) most + 1]);
  }

  void add(Source source) throws IOException {
    entry.reset();
    source.write(entry);
    out.write(entry.getData(), 0, entry.getLength());
    written += entry.getLength();
    count++;
    if (starts.length > 0) {
      starts[(int) count] = written;
    }
  }

  long count() {
    return count;
  }

  /** Passes all sources to {@code sink}, in order. */
  void forEach(Source.Sink sink) throws IOException {
    out.flush();
    var source = new Source();
    try (var all =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      for (long i = 0; i < count; i++) {
        source.readFields(all);
        sink.accept(source);
      }
    }
  }

  /** Reads the source that was added as number {@code index}, from 0. */
  void read(long index, Source source) throws IOException {
    if (in == null) {
      out.flush();
      in = new RandomAccessFile(file.toFile(), "r");
    }
    int length = (int) (starts[(int) index + 1] - starts[(int) index]);
    if (length > buffer.length) {
      buffer = new byte[length];
    }
    in.seek(starts[(int) index]);
    in.readFully(buffer, 0, length);
    source.readFields(new DataInputStream(new ByteArrayInputStream(buffer, 0, length)));
  }

  @Override
  public void close() throws IOException {
    try (out;
        RandomAccessFile reading = in) {
      Files.delete(file);
    }
  }
}
