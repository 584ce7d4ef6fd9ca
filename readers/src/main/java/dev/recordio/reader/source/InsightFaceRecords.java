// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.InsightFaceFiles;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.image.InsightFaceTally;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Tells the images of an InsightFace set from its other records, while they are read. */
final class InsightFaceRecords {
  private final String path;
  private final InsightFaceDialect dialect;
  private final InsightFaceTally tally = new InsightFaceTally();
  private final byte[] start = new byte[InsightFaceDialect.BOOKKEEPING_BYTES];

  /** Begins a file that a look has shown to be one. */
  InsightFaceRecords(Path file, InsightFaceDialect dialect) {
    path = file.toString();
    this.dialect = dialect;
  }

  /** Looks at a file; returns null when all its records are what they are. */
  static InsightFaceRecords of(Configuration conf, Path file) throws IOException {
    InsightFaceDialect found = InsightFaceFiles.look(conf, file);
    return found == null ? null : new InsightFaceRecords(file, found);
  }

  /** Returns what key 0 says. */
  InsightFaceDialect dialect() {
    return dialect;
  }

  /**
   * Whether the current record is an image.
   *
   * @throws MalformedRecordException when it contradicts key 0
   */
  boolean isImage(RecordRangeReader record) throws IOException {
    record.prefix(start);
    return isImage(record.payloadLength(), record.offset());
  }

  /**
   * Checks the set, after all of its records.
   *
   * @throws MalformedRecordException when it contradicts itself
   */
  void checkAll() throws MalformedRecordException {
    try {
      tally.check();
    } catch (MalformedRecordException e) {
      throw e.at(path);
    }
  }

  /** The same for a payload in an array. */
  boolean isImage(byte[] buffer, int from, int length, long offset) throws IOException {
    System.arraycopy(buffer, from, start, 0, Math.min(length, start.length));
    return isImage(length, offset);
  }

  private boolean isImage(int length, long offset) throws MalformedRecordException {
    try {
      return tally.add(dialect, start, length, offset);
    } catch (MalformedRecordException e) {
      throw e.at(path);
    }
  }
}
