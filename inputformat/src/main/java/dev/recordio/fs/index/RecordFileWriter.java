// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.stream.NewFiles;
import dev.recordio.wire.FramedRecord;
import dev.recordio.wire.RecordEncoder;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes a {@code .rec} file and, if wanted, the {@code .idx} and the {@code .ridx} beside it: each
 * index entry is written with its record.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RecordFileWriter implements Closeable {
  private final OutputStream records;
  private final IdxWriter index;
  private final RidxWriter binaryIndex;
  private final RecordEncoder encoder;
  private final CRC32C fileChecksum = new CRC32C();
  private final CRC32C payloadChecksum = new CRC32C();
  private long count;
  private long multiPartRecords;

  /**
   * Creates a writer that owns its streams from now on.
   *
   * @param records the new {@code .rec} file
   * @param index the new {@code .idx} file, or null for none
   * @param bufferSize bytes gathered before they are written
   */
  public RecordFileWriter(OutputStream records, OutputStream index, int bufferSize) {
    this(records, index, null, bufferSize);
  }

  /**
   * Creates a writer that owns its streams from now on.
   *
   * @param records the new {@code .rec} file
   * @param index the new {@code .idx} file, or null for none
   * @param binaryIndex writes the new {@code .ridx} file, or null for none
   * @param bufferSize bytes gathered before they are written
   */
  @InterfaceAudience.Private
  public RecordFileWriter(
      OutputStream records, OutputStream index, RidxWriter binaryIndex, int bufferSize) {
    this.records = records;
    this.index = index == null ? null : new IdxWriter(index);
    this.binaryIndex = binaryIndex;
    encoder = new RecordEncoder(bufferSize, this::drain);
  }

  /**
   * Creates the files of a writer, for keys of any kind. The files must not exist yet. If one of
   * them can't be created, none is left.
   *
   * @param conf gives the file system, the buffer size and whether there is a {@code .ridx} beside
   *     the {@code .idx}
   * @param records the {@code .rec} file to create
   * @param index the {@code .idx} file to create, or null for no index
   */
  public static RecordFileWriter create(Configuration conf, Path records, Path index)
      throws IOException {
    return create(conf, records, index, false);
  }

  /**
   * Creates the files of a writer, which must not exist yet. If one of them can't be created, none
   * is left.
   *
   * @param conf gives the file system, the buffer size and whether there is a {@code .ridx} beside
   *     the {@code .idx}
   * @param records the {@code .rec} file to create
   * @param index the {@code .idx} file to create, or null for no index
   * @param ordinalKeys whether the key of each record will be its ordinal, which the {@code .ridx}
   *     does not store
   */
  public static RecordFileWriter create(
      Configuration conf, Path records, Path index, boolean ordinalKeys) throws IOException {
    return create(conf, records, index, ordinalKeys, (file, out) -> out);
  }

  /** Wraps the stream of each new file. */
  @FunctionalInterface
  @InterfaceAudience.Private
  public interface Passage {
    /** Returns a stream that passes all bytes to {@code out}, and closes it. */
    OutputStream of(Path file, OutputStream out);
  }

  /**
   * Creates the files of a writer, as {@link #create(Configuration, Path, Path, boolean)} does.
   *
   * @param passage wraps the stream of each file
   */
  @InterfaceAudience.Private
  public static RecordFileWriter create(
      Configuration conf, Path records, Path index, boolean ordinalKeys, Passage passage)
      throws IOException {
    FileSystem fs = records.getFileSystem(conf);
    int buffer = RecordIOConf.OUTPUT_BUFFER_SIZE.getInt(conf);
    boolean binary = index != null && RecordIOConf.OUTPUT_INDEX_BINARY.getBoolean(conf);
    try (var files = new NewFiles(fs)) {
      OutputStream recordsOut = create(files, records, passage);
      OutputStream indexOut = index == null ? null : create(files, index, passage);
      RidxWriter binaryOut =
          binary
              ? RidxWriter.ofNewRecords(
                  create(files, RecordFiles.binaryOfIndex(index), passage), ordinalKeys)
              : null;
      var writer = new RecordFileWriter(recordsOut, indexOut, binaryOut, buffer);
      files.keep();
      return writer;
    }
  }

  private static OutputStream create(NewFiles files, Path file, Passage passage)
      throws IOException {
    return passage.of(file, files.create(file));
  }

  private void drain(byte[] bytes, int offset, int length) throws IOException {
    if (binaryIndex != null) {
      fileChecksum.update(bytes, offset, length);
    }
    records.write(bytes, offset, length);
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
    int parts = encoder.write(payload, offset, length);
    wrote(key, begin, parts, payload, offset, length);
  }

  /**
   * Writes one record as it is in another file, byte for byte.
   *
   * @param key the record's key in the index, unsigned
   * @param record the record
   */
  @InterfaceAudience.Private
  public void append(long key, FramedRecord record) throws IOException {
    long begin = encoder.offset();
    encoder.append(record.bytes(), record.offset(), record.length());
    // The payload is requested only if its checksum is needed: that may join parts.
    boolean joined = binaryIndex != null;
    wrote(
        key,
        begin,
        record.parts(),
        joined ? record.payload() : null,
        joined ? record.payloadOffset() : 0,
        record.payloadLength());
  }

  private void wrote(long key, long begin, int parts, byte[] payload, int offset, int length)
      throws IOException {
    if (parts > 1) {
      multiPartRecords++;
    }
    if (index != null) {
      index.write(key, begin);
    }
    if (binaryIndex != null) {
      payloadChecksum.reset();
      payloadChecksum.update(payload, offset, length);
      binaryIndex.write(key, begin, length, (int) payloadChecksum.getValue());
    }
    count++;
  }

  /** Returns the number of records written. */
  public long count() {
    return count;
  }

  /** Returns the number of records written in more than one part. */
  public long multiPartRecords() {
    return multiPartRecords;
  }

  /** Returns the bytes of the {@code .rec} file so far. */
  public long bytes() {
    return encoder.offset();
  }

  @Override
  public void close() throws IOException {
    // All streams are closed even after a failure, the indexes last: they never list more than the
    // file has.
    try (binaryIndex;
        index) {
      try (records) {
        encoder.flush();
      }
      if (binaryIndex != null) {
        binaryIndex.finish(encoder.offset(), (int) fileChecksum.getValue());
      }
    }
  }
}
