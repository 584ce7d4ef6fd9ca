// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BinaryComparable;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Reads the names of a SequenceFile of (name, bytes) and where its records are. Values are passed
 * over. A record is found again by a position that can be sought to and a count of records from
 * there: 0, but for files compressed by blocks.
 */
final class SequenceFileScan {
  /** Hadoop's key for leaving the values of a block alone until one is asked for. */
  private static final String LAZY = "io.seqfile.lazydecompress";

  private static final int SYNC_ESCAPE = -1;
  private static final int SYNC_BYTES = 16;

  private SequenceFileScan() {}

  /** Passes every record of {@code file} to {@code sink}. */
  static void scan(Configuration conf, FileStatus status, Source.Sink sink) throws IOException {
    Path file = status.getPath();
    var lazy = new Configuration(conf);
    lazy.setBoolean(LAZY, true);
    try (var reader = new SequenceFile.Reader(lazy, SequenceFile.Reader.file(file))) {
      if (!BinaryComparable.class.isAssignableFrom(reader.getValueClass())) {
        throw new IOException(
            "a SequenceFile to pack has values of BytesWritable or Text, not "
                + reader.getValueClassName());
      }
      Writable key = (Writable) ReflectionUtils.newInstance(reader.getKeyClass(), conf);
      FileSystem fs = file.getFileSystem(conf);
      try (FSDataInputStream in = fs.open(file)) {
        if (reader.isBlockCompressed()) {
          scanBlocks(reader, key, in, status, sink);
        } else {
          in.seek(reader.getPosition());
          scanRecords(in, status, key, sink);
        }
      }
    }
  }

  /**
   * Walks records: length of key and value (or -1, the sync marker, length), length of the key, the
   * key, the value. Hadoop's reader would read the values too.
   */
  private static void scanRecords(
      FSDataInputStream in, FileStatus file, Writable key, Source.Sink sink) throws IOException {
    String path = file.getPath().toString();
    long end = file.getLen();
    var source = new Source();
    var keyIn = new DataInputBuffer();
    byte[] keyBytes = new byte[1 << 8];
    for (long position = in.getPos(); position < end; position = in.getPos()) {
      int recordLength = in.readInt();
      if (recordLength == SYNC_ESCAPE) {
        in.seek(in.getPos() + SYNC_BYTES);
        if (in.getPos() >= end) {
          return;
        }
        recordLength = in.readInt();
      }
      int keyLength = in.readInt();
      long valueLength = (long) recordLength - keyLength;
      long valueStart = in.getPos() + keyLength;
      if (keyLength < 0 || valueLength < 0 || valueStart + valueLength > end) {
        throw new IOException(
            String.format(
                "damaged or cut short at offset %d: expected a record in the %d bytes left, found"
                    + " one of %d bytes with a key of %d",
                position, end - position, recordLength, keyLength));
      }
      if (keyBytes.length < keyLength) {
        keyBytes = new byte[Math.max(keyLength, keyBytes.length * 2)];
      }
      in.readFully(keyBytes, 0, keyLength);
      keyIn.reset(keyBytes, keyLength);
      key.readFields(keyIn);
      in.seek(valueStart + valueLength);
      source.set(Source.Kind.SEQUENCE, path, key.toString(), position, 0, 0, valueLength);
      sink.accept(source.in(file));
    }
  }

  /**
   * The reader's position moves on only when the keys of a block are read, to their end; the values
   * come behind them, and then the next block.
   */
  private static void scanBlocks(
      SequenceFile.Reader reader,
      Writable key,
      FSDataInputStream values,
      FileStatus file,
      Source.Sink sink)
      throws IOException {
    List<String> names = new ArrayList<>();
    long blockStart = reader.getPosition();
    long keysEnd = blockStart;
    while (reader.next(key)) {
      if (reader.getPosition() != keysEnd) {
        blockStart = emit(names, file, blockStart, keysEnd, values, sink);
        keysEnd = reader.getPosition();
      }
      names.add(key.toString());
    }
    emit(names, file, blockStart, keysEnd, values, sink);
  }

  /** Passes the records of a block on; returns the end of the block. */
  private static long emit(
      List<String> names,
      FileStatus file,
      long blockStart,
      long keysEnd,
      FSDataInputStream values,
      Source.Sink sink)
      throws IOException {
    if (names.isEmpty()) {
      return blockStart;
    }
    values.seek(keysEnd);
    for (int part = 0; part < 2; part++) { // the lengths of the values, the values
      values.seek(WritableUtils.readVInt(values) + values.getPos());
    }
    long blockEnd = values.getPos();
    var source = new Source();
    String path = file.getPath().toString();
    long share = (blockEnd - blockStart) / names.size(); // compressed; only the balance uses it
    for (int i = 0; i < names.size(); i++) {
      source.set(Source.Kind.SEQUENCE, path, names.get(i), blockStart, 0, i, share);
      sink.accept(source.in(file));
    }
    names.clear();
    return blockEnd;
  }
}
