// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import dev.recordio.jobs.run.split.ScratchFile;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;

/**
 * How values go from the client to tasks and back, as bytes.
 *
 * @param <T> the values
 */
public record Serde<T>(Writer<T> writer, Reader<T> reader) {
  /** Writes a value. */
  @FunctionalInterface
  public interface Writer<T> {
    /** Writes a value. */
    void write(T value, DataOutput out) throws IOException;
  }

  /** Reads a value. */
  @FunctionalInterface
  public interface Reader<T> {
    /** Reads a value that a {@link Writer} has written. */
    T read(DataInput in) throws IOException;
  }

  /**
   * Returns the serde of Hadoop's values.
   *
   * @param empty makes a value to read into
   */
  public static <W extends Writable> Serde<W> of(Supplier<W> empty) {
    return new Serde<>(
        Writable::write,
        in -> {
          W value = empty.get();
          value.readFields(in);
          return value;
        });
  }

  /**
   * Returns the serde of a record, or of a class with a constructor without parameters, that writes
   * all fields but static and transient ones: numbers, booleans, texts, arrays, enums, Writables,
   * lists, sorted sets, maps, and objects with such fields.
   */
  public static <T> Serde<T> ofFields(Class<T> type) {
    return FieldSerde.serde(type);
  }

  /** Returns the serde of lists of such values. */
  public Serde<List<T>> list() {
    return FieldSerde.collection(this, ArrayList::new);
  }

  /**
   * Passes a value to the tasks of a job.
   *
   * @param key the key that gets the path of the file
   * @param file a path that tasks can read and that exists as long as the job
   */
  public void pass(Configuration conf, String key, Path file, T value) throws IOException {
    ScratchFile.write(conf, key, file, out -> writer.write(value, out));
  }

  /** Returns, in a task, the value that was passed; null if none was. */
  public T passed(Configuration conf, String key) throws IOException {
    return conf.get(key) == null ? null : ScratchFile.read(conf, key, reader::read);
  }

  /** Returns the bytes of a value. */
  public byte[] bytes(T value) throws IOException {
    var out = new DataOutputBuffer();
    writer.write(value, out);
    return Arrays.copyOf(out.getData(), out.getLength());
  }

  /** Reads a value that all of some bytes are. */
  T read(byte[] bytes, int length) throws IOException {
    var in = new DataInputBuffer();
    in.reset(bytes, length);
    T value = reader.read(in);
    if (in.getPosition() != length) {
      throw new IOException((length - in.getPosition()) + " bytes are left after " + value);
    }
    return value;
  }
}
