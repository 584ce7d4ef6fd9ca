// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.wire.FramedRecord;
import dev.recordio.wire.RecordIndexLayout;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Compares records that are read at known offsets with the checksums of the binary index beside
 * their file: so a file that was written again, with records of the same lengths and an older time,
 * is not taken for the one that the index was made of.
 */
final class PayloadSums implements Closeable {
  /** Entries that are read to get to a later one, rather than that it is searched. */
  private static final int MAX_STEPS = 1 << 12;

  private final RidxReader index;
  private final FileStatus file;
  private final CRC32C crc = new CRC32C();
  private long ordinal = -1; // of the current entry; -1: there is none

  private PayloadSums(RidxReader index, FileStatus file) {
    this.index = index;
    this.file = file;
  }

  /**
   * Opens the index of a file.
   *
   * @return null when there is none that has checksums, and the file's length, and is not older
   */
  static PayloadSums of(Configuration conf, FileStatus file) throws IOException {
    RidxReader index;
    try {
      index = RidxReader.open(conf, RecordFiles.binaryIndex(file.getPath()));
    } catch (FileNotFoundException | MalformedRecordException e) {
      return null; // a damaged one was not used either
    }
    return CloseOnFailure.of(
        index,
        opened -> {
          boolean counts =
              opened.layout().has(RecordIndexLayout.PAYLOAD_CHECKSUMS)
                  && opened.recordsLength() == file.getLen()
                  && opened.status().getModificationTime() >= file.getModificationTime();
          if (!counts) {
            opened.close();
          }
          return counts ? new PayloadSums(opened, file) : null;
        });
  }

  /**
   * Checks a record.
   *
   * @throws MalformedRecordException when the index has another checksum for its payload
   */
  void check(long offset, FramedRecord record) throws IOException {
    if (!find(offset)) {
      return; // the index has no such record: it is another's
    }
    crc.reset();
    crc.update(record.payload(), record.payloadOffset(), record.payloadLength());
    int found = (int) crc.getValue();
    int expected = index.payloadChecksum();
    if (found != expected) {
      throw IndexMisfit.ofDamagedPayload(
          file.getPath(), index.status().getPath().toString(), offset, expected, found);
    }
  }

  private boolean find(long offset) throws IOException {
    for (int i = 0; i < MAX_STEPS && ordinal >= 0 && index.offset() < offset; i++) {
      if (ordinal + 1 == index.count()) {
        return false;
      }
      index.read(++ordinal);
    }
    if (ordinal < 0 || index.offset() != offset) {
      long first = index.firstFrom(offset);
      ordinal = first == index.count() ? -1 : first;
      if (ordinal >= 0) {
        index.read(ordinal);
      }
    }
    return ordinal >= 0 && index.offset() == offset;
  }

  @Override
  public void close() throws IOException {
    index.close();
  }
}
