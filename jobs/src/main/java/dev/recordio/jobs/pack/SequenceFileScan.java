// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BinaryComparable;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
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

  private SequenceFileScan() {}

  /** Passes every record of {@code file} to {@code sink}. */
  static void scan(Configuration conf, Path file, Source.Sink sink) throws IOException {
    var lazy = new Configuration(conf);
    lazy.setBoolean(LAZY, true);
    try (var reader = new SequenceFile.Reader(lazy, SequenceFile.Reader.file(file))) {
      if (!BinaryComparable.class.isAssignableFrom(reader.getValueClass())) {
        throw new IOException(
            "a SequenceFile to pack has values of BytesWritable or Text, not "
                + reader.getValueClassName());
      }
      Writable key = (Writable) ReflectionUtils.newInstance(reader.getKeyClass(), conf);
      if (reader.isBlockCompressed()) {
        try (FSDataInputStream values = file.getFileSystem(conf).open(file)) {
          scanBlocks(reader, key, values, file.toString(), sink);
        }
      } else {
        scanRecords(reader, key, file.toString(), sink);
      }
    }
  }

  private static void scanRecords(
      SequenceFile.Reader reader, Writable key, String path, Source.Sink sink) throws IOException {
    var source = new Source();
    var keyBytes = new DataOutputBuffer();
    var keyIn = new DataInputBuffer();
    while (true) {
      long position = reader.getPosition();
      keyBytes.reset();
      int recordLength = reader.nextRawKey(keyBytes);
      if (recordLength < 0) {
        return;
      }
      keyIn.reset(keyBytes.getData(), keyBytes.getLength());
      key.readFields(keyIn);
      long valueLength = recordLength - keyBytes.getLength();
      if (valueLength < 0) {
        throw new IOException("damaged: a key is longer than its record at offset " + position);
      }
      reader.seek(reader.getPosition() + valueLength);
      sink.accept(
          source.set(Source.Kind.SEQUENCE, path, key.toString(), position, 0, 0, valueLength));
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
      String path,
      Source.Sink sink)
      throws IOException {
    List<String> names = new ArrayList<>();
    long blockStart = reader.getPosition();
    long keysEnd = blockStart;
    while (reader.next(key)) {
      if (reader.getPosition() != keysEnd) {
        blockStart = emit(names, path, blockStart, keysEnd, values, sink);
        keysEnd = reader.getPosition();
      }
      names.add(key.toString());
    }
    emit(names, path, blockStart, keysEnd, values, sink);
  }

  /** Passes the records of a block on; returns the end of the block. */
  private static long emit(
      List<String> names,
      String path,
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
    long share = (blockEnd - blockStart) / names.size(); // compressed; only the balance uses it
    for (int i = 0; i < names.size(); i++) {
      sink.accept(source.set(Source.Kind.SEQUENCE, path, names.get(i), blockStart, 0, i, share));
    }
    names.clear();
    return blockEnd;
  }
}
