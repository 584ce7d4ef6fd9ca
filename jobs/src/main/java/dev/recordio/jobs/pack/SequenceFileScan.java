// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BinaryComparable;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Reads the names of a SequenceFile of (name, bytes) and where its records are. Values are passed
 * over. A record is found again by a position that can be sought to and a count of records from
 * there: 0, but for files compressed by blocks.
 */
final class SequenceFileScan {
  private SequenceFileScan() {}

  /** Passes every record of {@code file} to {@code sink}. */
  static void scan(Configuration conf, Path file, Source.Sink sink) throws IOException {
    try (var reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file))) {
      if (!BinaryComparable.class.isAssignableFrom(reader.getValueClass())) {
        throw new IOException(
            "a SequenceFile to pack has values of BytesWritable or Text, not "
                + reader.getValueClassName()
                + ": "
                + file);
      }
      Writable key = (Writable) ReflectionUtils.newInstance(reader.getKeyClass(), conf);
      if (reader.isBlockCompressed()) {
        scanBlocks(reader, key, file.toString(), sink);
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
      reader.seek(reader.getPosition() + valueLength);
      sink.accept(
          source.set(Source.Kind.SEQUENCE, path, key.toString(), position, 0, 0, valueLength));
    }
  }

  /** The reader's position moves on only when a block is read: so the first of a block is known. */
  private static void scanBlocks(
      SequenceFile.Reader reader, Writable key, String path, Source.Sink sink) throws IOException {
    List<String> names = new ArrayList<>();
    long blockStart = reader.getPosition();
    long position = blockStart;
    while (reader.next(key)) {
      if (reader.getPosition() != position) {
        emit(names, path, blockStart, position, sink);
        blockStart = position;
        position = reader.getPosition();
      }
      names.add(key.toString());
    }
    emit(names, path, blockStart, position, sink);
  }

  private static void emit(
      List<String> names, String path, long blockStart, long blockEnd, Source.Sink sink)
      throws IOException {
    var source = new Source();
    for (int i = 0; i < names.size(); i++) {
      long share =
          (blockEnd - blockStart) / names.size(); // compressed; only shards' balance uses it
      sink.accept(source.set(Source.Kind.SEQUENCE, path, names.get(i), blockStart, 0, i, share));
    }
    names.clear();
  }
}
