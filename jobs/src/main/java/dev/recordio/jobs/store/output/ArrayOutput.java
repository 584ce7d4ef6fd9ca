// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.output;

import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.fs.stream.Files;
import dev.recordio.npy.NpyHeader;
import dev.recordio.npy.NpyType;
import dev.recordio.store.schema.FieldType;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A new {@code .npy} file of known length, in C order. */
final class ArrayOutput implements Closeable {
  private final OutputStream stream;
  private final LittleEndianWriter out;

  private ArrayOutput(OutputStream stream) {
    this.stream = stream;
    out = new LittleEndianWriter(stream::write);
  }

  /**
   * Creates a file and writes its header.
   *
   * @throws IOException when it exists
   */
  static ArrayOutput create(Configuration conf, Path file, String type, long... shape)
      throws IOException {
    byte[] header = NpyHeader.of(NpyType.parse(type), shape);
    return CloseOnFailure.of(
        Files.create(conf, file),
        stream -> {
          var array = new ArrayOutput(stream);
          array.out.putBytes(header, 0, header.length);
          return array;
        });
  }

  /** Creates a file of so many values of a type, or of steps of such values. */
  static ArrayOutput create(Configuration conf, Path file, FieldType type, long count)
      throws IOException {
    long[] shape = new long[1 + type.shape().size()];
    shape[0] = count;
    for (int i = 1; i < shape.length; i++) {
      shape[i] = type.shape().get(i - 1);
    }
    return create(conf, file, type.item(), shape);
  }

  /** Returns where the items go. */
  LittleEndianWriter out() {
    return out;
  }

  /** Returns where the items go once {@link #out} is flushed. */
  OutputStream stream() {
    return stream;
  }

  /** Writes what is buffered, and closes the file. */
  void finish() throws IOException {
    out.flush();
    stream.close();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
