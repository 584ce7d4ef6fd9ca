// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.output;

import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.wire.RecordIOFormat;
import java.io.Closeable;
import java.io.IOException;

/**
 * The files of a field: a value, or none, for each record in order. Their number is known
 * beforehand.
 */
public interface FieldFile extends Closeable {
  /**
   * Writes the value of the next record.
   *
   * @param buffer the array that holds it
   * @param offset where it begins
   * @param length its bytes
   * @throws IllegalArgumentException when the field's values have other lengths
   */
  void value(byte[] buffer, int offset, int length) throws IOException;

  /** Writes that the next record has no value. */
  void absent() throws IOException;

  /**
   * Writes values of consecutive records, which lie one after the other.
   *
   * @param buffer the array that holds them
   * @param offset where the first one begins
   * @param count how many
   * @throws IllegalStateException when the field's values have no fixed length
   */
  default void values(byte[] buffer, int offset, int count) throws IOException {
    throw new IllegalStateException("the values have no fixed length");
  }

  /**
   * Ends the files.
   *
   * @throws IllegalStateException when there were fewer records than announced
   */
  void finish() throws IOException;

  /** Closes what is open; without {@link #finish} the files are not whole. */
  @Override
  void close() throws IOException;

  /** Values of one length, a row of an array each. */
  final class Fixed implements FieldFile {
    private static final int CHUNK = 1 << 16;

    private final ArrayOutput array;
    private final PresentOutput present;
    private final int bytes;
    private final byte[] zeros;

    Fixed(ArrayOutput array, PresentOutput present, int bytes) {
      this.array = array;
      this.present = present;
      this.bytes = bytes;
      zeros = new byte[Math.min(bytes, CHUNK)];
    }

    @Override
    public void value(byte[] buffer, int offset, int length) throws IOException {
      if (length != bytes) {
        throw new IllegalArgumentException("a value of " + length + " bytes, expected " + bytes);
      }
      present.add(true);
      array.out().putBytes(buffer, offset, length);
    }

    @Override
    public void values(byte[] buffer, int offset, int count) throws IOException {
      present.addPresent(count);
      array.out().putBytes(buffer, offset, Math.multiplyExact(count, bytes));
    }

    @Override
    public void absent() throws IOException {
      present.add(false);
      LittleEndianWriter out = array.out();
      for (int done = 0; done < bytes; done += zeros.length) {
        out.putBytes(zeros, 0, Math.min(zeros.length, bytes - done));
      }
    }

    @Override
    public void finish() throws IOException {
      present.finish();
      array.finish();
    }

    @Override
    public void close() throws IOException {
      try (present) {
        array.close();
      }
    }
  }

  /**
   * Values of any bytes, a record of a {@code .rec} file each; its key is its number in the file.
   */
  final class Payloads implements FieldFile {
    private static final byte[] NONE = {};

    private final RecordFileWriter records;
    private final PresentOutput present;
    private final String name;
    private boolean finished;

    Payloads(RecordFileWriter records, PresentOutput present, String name) {
      this.records = records;
      this.present = present;
      this.name = name;
    }

    @Override
    public void value(byte[] buffer, int offset, int length) throws IOException {
      if (length > RecordIOFormat.MAX_PAYLOAD_BYTES) {
        throw new IOException(
            "a value of "
                + length
                + " bytes does not fit a record of "
                + name
                + ", which holds at most "
                + RecordIOFormat.MAX_PAYLOAD_BYTES);
      }
      present.add(true);
      records.write(records.count(), buffer, offset, length);
    }

    @Override
    public void absent() throws IOException {
      present.add(false);
      records.write(records.count(), NONE, 0, 0);
    }

    @Override
    public void finish() throws IOException {
      present.finish();
      finished = true;
      records.close();
    }

    @Override
    public void close() throws IOException {
      try (present) {
        if (!finished) {
          records.close();
        }
      }
    }
  }
}
