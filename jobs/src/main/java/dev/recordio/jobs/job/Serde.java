// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
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

  /** Returns the bytes of a value. */
  byte[] bytes(T value) throws IOException {
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
