// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Sources on the client's own disk, in the order they were found: eight bytes of memory each, and
 * only where they are wanted in another order.
 */
final class Spool implements AutoCloseable {
  private final Path file;
  private final boolean random;
  private final DataOutputStream out;
  private long written;
  private long[] starts = {0};
  private long count;
  private RandomAccessFile in;
  private byte[] buffer = new byte[1 << 12];

  /** Makes an empty spool; {@code random} when {@link #read(long, Source)} will be called. */
  Spool(boolean random) throws IOException {
    this.random = random;
    file = Files.createTempFile("recordio-pack-", ".spool");
    out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
  }

  void add(Source source) throws IOException {
    int before = out.size();
    source.write(out);
    written += out.size() - before; // right beyond 2 GiB too: the difference of two wrapped counts
    count++;
    if (random) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, Math.toIntExact(count + (count >> 1) + 64));
      }
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
