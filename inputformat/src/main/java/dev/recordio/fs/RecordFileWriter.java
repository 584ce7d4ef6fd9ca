// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import dev.recordio.wire.RecordEncoder;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes a {@code .rec} file and, if wanted, the {@code .idx} beside it: the index line is born
 * with the record.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RecordFileWriter implements Closeable {
  private final OutputStream records;
  private final IndexWriter index;
  private final RecordEncoder encoder;
  private long count;
  private long multiPartRecords;

  /**
   * Makes a writer that owns its streams from now on.
   *
   * @param records the new {@code .rec} file
   * @param index the new {@code .idx} file, or null for none
   * @param bufferSize bytes gathered before they are written
   */
  public RecordFileWriter(OutputStream records, OutputStream index, int bufferSize) {
    this.records = records;
    this.index = index == null ? null : new IndexWriter(index);
    encoder = new RecordEncoder(bufferSize, records::write);
  }

  /**
   * Creates the files of a writer, which must not exist yet.
   *
   * @param conf gives the file system and the buffer size
   * @param records the {@code .rec} file to create
   * @param index the {@code .idx} file to create, or null for none
   */
  public static RecordFileWriter create(Configuration conf, Path records, Path index)
      throws IOException {
    FileSystem fs = records.getFileSystem(conf);
    int buffer = Math.toIntExact(RecordIOConf.OUTPUT_BUFFER_SIZE.getBytes(conf));
    OutputStream indexOut = index == null ? null : fs.create(index, false);
    try {
      return new RecordFileWriter(fs.create(records, false), indexOut, buffer);
    } catch (IOException e) {
      if (indexOut != null) {
        indexOut.close();
      }
      throw e;
    }
  }

  /**
   * Writes one record.
   *
   * @param key the record's key in the index, unsigned
   * @param payload the array that holds the payload
   * @param offset where it begins
   * @param length its length, below 2^29
   */
  public void write(long key, byte[] payload, int offset, int length) throws IOException {
    long begin = encoder.offset();
    if (encoder.write(payload, offset, length) > 1) {
      multiPartRecords++;
    }
    if (index != null) {
      index.write(key, begin);
    }
    count++;
  }

  /** Returns the number of records written. */
  public long count() {
    return count;
  }

  /** Returns the number of those that were written in more than one part. */
  public long multiPartRecords() {
    return multiPartRecords;
  }

  /** Returns the bytes of the {@code .rec} file so far. */
  public long bytes() {
    return encoder.offset();
  }

  @Override
  public void close() throws IOException {
    // Both streams are closed whatever goes wrong, the index last: it never promises more.
    try (index;
        records) {
      encoder.flush();
    }
  }
}
