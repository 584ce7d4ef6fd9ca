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
public abstract class FieldFile implements Closeable {
  final PresentOutput present;

  FieldFile(PresentOutput present) {
    this.present = present;
  }

  /**
   * Writes the value of the next record.
   *
   * @throws IllegalArgumentException when the field's values have other lengths
   */
  public final void value(byte[] buffer, int offset, int length) throws IOException {
    put(buffer, offset, length);
    present.add(true);
  }

  /** Writes that the next record has no value. */
  public final void absent() throws IOException {
    present.add(false);
    putNone();
  }

  /**
   * Ends the files.
   *
   * @throws IllegalStateException when there were fewer records than announced
   */
  public final void finish() throws IOException {
    present.finish();
    end();
  }

  /** Closes what is open; without {@link #finish} the files are not whole. */
  @Override
  public final void close() throws IOException {
    try (present) {
      release();
    }
  }

  abstract void put(byte[] buffer, int offset, int length) throws IOException;

  abstract void putNone() throws IOException;

  abstract void end() throws IOException;

  abstract void release() throws IOException;

  /** Values of one length, a row of an array each. */
  static final class Fixed extends FieldFile {
    private static final int CHUNK = 1 << 16;

    private final ArrayOutput array;
    private final int bytes;
    private final byte[] zeros;

    Fixed(ArrayOutput array, PresentOutput present, int bytes) {
      super(present);
      this.array = array;
      this.bytes = bytes;
      zeros = new byte[Math.min(bytes, CHUNK)];
    }

    @Override
    void put(byte[] buffer, int offset, int length) throws IOException {
      if (length != bytes) {
        throw new IllegalArgumentException("a value of " + length + " bytes, expected " + bytes);
      }
      array.out().putBytes(buffer, offset, length);
    }

    /** Writes values of consecutive records, which lie one after the other; returns their bytes. */
    int values(byte[] buffer, int offset, int count) throws IOException {
      int length = Math.multiplyExact(count, bytes);
      present.addPresent(count);
      array.out().putBytes(buffer, offset, length);
      return length;
    }

    @Override
    void putNone() throws IOException {
      LittleEndianWriter out = array.out();
      for (int done = 0; done < bytes; done += zeros.length) {
        out.putBytes(zeros, 0, Math.min(zeros.length, bytes - done));
      }
    }

    @Override
    void end() throws IOException {
      array.finish();
    }

    @Override
    void release() throws IOException {
      array.close();
    }
  }

  /**
   * Values of any bytes, a record of a {@code .rec} file each; its key is its number in the file.
   */
  static final class Payloads extends FieldFile {
    private static final byte[] NONE = {};

    private final RecordFileWriter records;
    private final String name;
    private boolean finished;

    Payloads(RecordFileWriter records, PresentOutput present, String name) {
      super(present);
      this.records = records;
      this.name = name;
    }

    @Override
    void put(byte[] buffer, int offset, int length) throws IOException {
      if (length > RecordIOFormat.MAX_PAYLOAD_BYTES) {
        throw new IOException(
            "a value of "
                + length
                + " bytes does not fit a record of "
                + name
                + ", which holds at most "
                + RecordIOFormat.MAX_PAYLOAD_BYTES);
      }
      records.write(records.count(), buffer, offset, length);
    }

    @Override
    void putNone() throws IOException {
      records.write(records.count(), NONE, 0, 0);
    }

    @Override
    void end() throws IOException {
      finished = true;
      records.close();
    }

    @Override
    void release() throws IOException {
      if (!finished) {
        records.close();
      }
    }
  }
}
