// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.npy.NpyHeader;
import dev.recordio.npy.NpyType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Arrays in files, and what columns read. */
final class ColumnFixtures {
  private ColumnFixtures() {}

  /** Returns the bytes of a file of {@code formats/npy}, which NumPy wrote. */
  static byte[] fixture(String name) throws IOException {
    try (InputStream in = ColumnFixtures.class.getResourceAsStream("/formats/npy/" + name)) {
      return in.readAllBytes();
    }
  }

  /** Copies a file of {@code formats/npy} to a folder. */
  static Path copy(Path folder, String name) throws IOException {
    return Files.write(folder.resolve(name), fixture(name));
  }

  /** Writes an array in C order. */
  static Path npy(Path file, String type, byte[] items, long... shape) throws IOException {
    var out = new ByteArrayOutputStream();
    out.writeBytes(NpyHeader.of(NpyType.parse(type), shape));
    out.writeBytes(items);
    return Files.write(file, out.toByteArray());
  }

  static byte[] int64(long... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(numbers);
    return bytes.array();
  }

  static byte[] counting(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (i * 7 + 1);
    }
    return bytes;
  }

  /** Returns the values of records; null where there is none. */
  static List<byte[]> read(Column column, long from, long to) throws IOException {
    var values = new ArrayList<byte[]>();
    try (Column.Reader reader = column.read(from, to)) {
      while (reader.next()) {
        int end = reader.offset() + reader.length();
        values.add(
            reader.isPresent() ? Arrays.copyOfRange(reader.buffer(), reader.offset(), end) : null);
      }
      if (reader.next()) {
        throw new AssertionError("a record after the last one");
      }
    }
    return values;
  }

  /** Returns values as text, to compare them. */
  static List<String> texts(List<byte[]> values) {
    return values.stream().map(Arrays::toString).toList();
  }
}
