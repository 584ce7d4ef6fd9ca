// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.output;

import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.jobs.run.TaskFile;
import dev.recordio.npy.NpyHeader;
import dev.recordio.store.schema.FieldType;
import dev.recordio.wire.RecordIOFormat;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The files of a field: a value, or none, for each record in order. Their number is known
 * beforehand.
 */
public abstract class FieldFile implements Closeable {
  final Present present;

  FieldFile(Present present) {
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

    Fixed(ArrayOutput array, Present present, int bytes) {
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

    Payloads(RecordFileWriter records, Present present, String name) {
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

  /**
   * Values whose first dimension varies: all of them one after the other in an array, and the
   * offsets where the values of each record begin and end in another. The length of the first is in
   * its header, and known only at the end: a file of the task on the local disk has them until
   * then.
   */
  static final class Ragged extends FieldFile {
    private static final int CHUNK = 1 << 20;

    private final Configuration conf;
    private final Path file;
    private final FieldType type;
    private final ArrayOutput offsets;
    private final byte[] chunk = new byte[CHUNK];
    private int used;
    private TaskFile spool; // null: all are in the chunk
    private long steps;

    /**
     * @param file the array of all values
     * @param offsets the other one, of a number more than there are records
     */
    Ragged(Configuration conf, Path file, FieldType type, ArrayOutput offsets, Present present)
        throws IOException {
      super(present);
      this.conf = conf;
      this.file = file;
      this.type = type;
      this.offsets = offsets;
      offsets.out().putLong(0);
    }

    @Override
    void put(byte[] buffer, int offset, int length) throws IOException {
      if (length % type.unitBytes() != 0) {
        throw new IllegalArgumentException(
            "a value of " + length + " bytes, expected a multiple of " + type.unitBytes());
      }
      spool(buffer, offset, length);
      steps += length / type.unitBytes();
      offsets.out().putLong(steps);
    }

    private void spool(byte[] buffer, int offset, int length) throws IOException {
      if (length > chunk.length - used) {
        if (spool == null) {
          spool = TaskFile.create(conf, "recordio-store");
        }
        spool.append(chunk, 0, used);
        used = 0;
        if (length > chunk.length) {
          spool.append(buffer, offset, length);
          return;
        }
      }
      System.arraycopy(buffer, offset, chunk, used, length);
      used += length;
    }

    @Override
    void putNone() throws IOException {
      offsets.out().putLong(steps);
    }

    @Override
    void end() throws IOException {
      offsets.finish();
      try (ArrayOutput array = ArrayOutput.create(conf, file, type, steps)) {
        if (spool != null) {
          array.out().flush();
          spool.copyTo(array.stream(), () -> {});
        }
        array.out().putBytes(chunk, 0, used);
        array.finish();
      }
    }

    @Override
    void release() throws IOException {
      try (offsets) {
        if (spool != null) {
          spool.close();
        }
      }
    }
  }

  /**
   * Which records have a value: a file of truth values, which is made with the first that has none.
   */
  static final class Present implements Closeable {
    private final Configuration conf;
    private final Path file;
    private final long records;
    private long count;
    private ArrayOutput out; // null: all have one so far

    Present(Configuration conf, Path file, long records) {
      this.conf = conf;
      this.file = file;
      this.records = records;
    }

    /**
     * Writes whether the next record has a value.
     *
     * @throws IllegalStateException when there are more records than announced
     */
    void add(boolean present) throws IOException {
      if (count == records) {
        throw new IllegalStateException(file + " is of " + records + " records, not of more");
      }
      if (!present && out == null) {
        out = ArrayOutput.create(conf, file, NpyHeader.BOOL, records);
        for (long i = 0; i < count; i++) {
          out.out().putByte(1);
        }
      }
      if (out != null) {
        out.out().putByte(present ? 1 : 0);
      }
      count++;
    }

    /** Writes that the next records have values. */
    void addPresent(int more) throws IOException {
      if (out == null && more <= records - count) {
        count += more;
        return;
      }
      for (int i = 0; i < more; i++) {
        add(true);
      }
    }

    /** Ends the file, if there is one. */
    void finish() throws IOException {
      if (count < records) {
        throw new IllegalStateException(file + " is of " + records + " records, not of " + count);
      }
      if (out != null) {
        out.finish();
      }
    }

    @Override
    public void close() throws IOException {
      if (out != null) {
        out.close();
      }
    }
  }
}
