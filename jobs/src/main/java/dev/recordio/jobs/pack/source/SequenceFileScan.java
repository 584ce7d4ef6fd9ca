// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.stream.Files;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * Reads the names and locations of the records of a SequenceFile of (name, bytes). Values are
 * skipped. A record is located by a position to seek to and a count of records from there: 0,
 * except in block-compressed files.
 */
final class SequenceFileScan {
  /** Hadoop's key for not decompressing the values of a block until one is requested. */
  private static final String LAZY = "io.seqfile.lazydecompress";

  private static final int SYNC_ESCAPE = -1;
  private static final int SYNC_BYTES = 16;
  private static final int MAX_NAME = 1 << 20;

  private SequenceFileScan() {}

  /** Passes every record of a file that is selected by its name to {@code sink}. */
  static void scan(Configuration conf, FileStatus file, Selection selection, Source.Sink sink)
      throws IOException {
    String path = file.getPath().toString();
    String archive = path + Source.MEMBER;
    MemberName.Separators.Names names =
        selection.separators().of(path, () -> findsSlash(conf, file));
    scan(
        conf,
        file,
        (record, key) -> {
          MemberName name = names.of(key);
          record.name = name.text();
          if (selection.takes(archive, name)) {
            sink.accept(record.named(name));
          }
        });
  }

  private static boolean findsSlash(Configuration conf, FileStatus file) throws IOException {
    boolean[] found = {false};
    scan(conf, file, (record, key) -> found[0] |= key.text().indexOf('/') >= 0);
    return found[0];
  }

  /** Takes the records of a file, in order. */
  private interface Records {
    /** Takes a record, which the caller reuses, and whose name is not set yet. */
    void accept(Source record, MemberName key) throws IOException;
  }

  private static void scan(Configuration conf, FileStatus status, Records sink) throws IOException {
    Path file = status.getPath();
    var lazy = new Configuration(conf);
    lazy.setBoolean(LAZY, true);
    try (SequenceFile.Reader reader = SequenceFiles.open(lazy, file)) {
      Writable key = SequenceFiles.newKey(conf, reader);
      FileSystem fs = file.getFileSystem(conf);
      try (FSDataInputStream in = Files.open(fs, status, Files.Reading.PIECES)) {
        if (reader.isBlockCompressed()) {
          scanBlocks(reader, key, in, status, sink);
        } else {
          in.seek(reader.getPosition());
          scanRecords(in, status, key, sink);
        }
      } catch (EOFException e) {
        throw new IOException("damaged or cut short: the file ends within a record", e);
      }
    }
  }

  /**
   * Walks records: length of key and value (or -1, the sync marker, length), length of the key, the
   * key, the value. Hadoop's reader would read the values too.
   */
  private static void scanRecords(FSDataInputStream in, FileStatus file, Writable key, Records sink)
      throws IOException {
    String path = file.getPath().toString();
    long end = file.getLen();
    var source = new Source();
    var keyIn = new DataInputBuffer();
    byte[] keyBytes = new byte[1 << 8];
    for (long position = in.getPos(); position < end; position = in.getPos()) {
      int recordLength = in.readInt();
      if (recordLength == SYNC_ESCAPE) {
        if (end - in.getPos() < SYNC_BYTES) {
          throw damaged(position, end, "a part of a sync marker");
        }
        in.seek(in.getPos() + SYNC_BYTES);
        if (in.getPos() == end) {
          return;
        }
        recordLength = in.readInt();
      }
      int keyLength = in.readInt();
      long valueLength = (long) recordLength - keyLength;
      long valueStart = in.getPos() + keyLength;
      if (keyLength < 0 || valueLength < 0 || valueLength > end - valueStart) {
        throw damaged(
            position, end, "one of " + recordLength + " bytes, " + keyLength + " of them key");
      }
      if (keyLength > MAX_NAME) {
        throw damaged(position, end, "a name of " + keyLength + " bytes");
      }
      if (keyBytes.length < keyLength) {
        keyBytes = new byte[Math.max(keyLength, keyBytes.length * 2)];
      }
      in.readFully(keyBytes, 0, keyLength);
      keyIn.reset(keyBytes, keyLength);
      readKey(key, keyIn, position, end);
      in.seek(valueStart + valueLength);
      source.set(Source.Kind.SEQUENCE, path, "", position, 0, 0, valueLength);
      sink.accept(source.in(file), SequenceFiles.name(key));
    }
  }

  private static void readKey(Writable key, DataInputBuffer in, long position, long end)
      throws IOException {
    int bytes = in.getLength();
    try {
      SequenceFiles.step(
          () -> {
            key.readFields(in);
            return key;
          });
    } catch (IOException e) {
      throw damaged(position, end, "an invalid name in " + bytes + " bytes: " + e.getMessage());
    }
  }

  /**
   * Walks blocks. A block has a sync marker, the number of records, and four buffers, each after
   * its length. The first two buffers are the keys. Hadoop's reader takes a truncated block for the
   * end of the file, and trusts lengths: so blocks are measured before it reads them.
   */
  private static void scanBlocks(
      SequenceFile.Reader reader, Writable key, FSDataInputStream in, FileStatus file, Records sink)
      throws IOException {
    var source = new Source();
    String path = file.getPath().toString();
    long end = file.getLen();
    for (long block = reader.getPosition(); block < end; ) {
      in.seek(block + Integer.BYTES + SYNC_BYTES);
      int records = WritableUtils.readVInt(in);
      for (int buffer = 0; buffer < 4; buffer++) {
        int length = WritableUtils.readVInt(in);
        if (records < 1 || length < 0 || length > end - in.getPos()) {
          throw damaged(block, end, records + " records with a buffer of " + length + " bytes");
        }
        in.seek(in.getPos() + length);
      }
      long next = in.getPos();
      long share = (next - block) / records; // compressed; used only for balancing
      for (int i = 0; i < records; i++) {
        if (!SequenceFiles.step(() -> reader.next(key))) {
          throw damaged(block, end, i + " keys of " + records);
        }
        source.set(Source.Kind.SEQUENCE, path, "", block, 0, i, share);
        sink.accept(source.in(file), SequenceFiles.name(key));
      }
      block = next;
    }
  }

  private static IOException damaged(long offset, long end, String found) {
    return new IOException(
        String.format(
            "damaged or cut short at offset %d: expected a record or block in the %d bytes left,"
                + " found %s",
            offset, end - offset, found));
  }
}
