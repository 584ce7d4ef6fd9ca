// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IndexEvidence;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.fs.index.IndexView;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Decides about records that are not what their index says: either the record is damaged, or the
 * index is not the file's, which is an error under every policy. Holds one file open at most.
 */
final class RecordDoubts implements Closeable {
  private final Configuration conf;
  private RecordIndex index; // the one in doubt
  private IndexEvidence evidence;
  private RecordIndex whole; // that it is a part of, once loaded; or null
  private final Set<Path> checksumsHold = new HashSet<>(); // files whose indexes have right ones

  RecordDoubts(Configuration conf) {
    this.conf = conf;
  }

  /** Whether the headers of a record are the headers of one of its length. */
  boolean fits(RecordIndex index, int record) throws IOException {
    return evidence(index).fits(record);
  }

  /**
   * Returns the damage of a record whose headers, as just read, say another length.
   *
   * @param wrong what is wrong with them
   * @throws MalformedRecordException when the index is not the file's
   */
  MalformedRecordException ofFrame(RecordIndex index, int record, MalformedRecordException wrong)
      throws IOException {
    IndexEvidence now = evidence(index);
    if (contradicts(index, record)) {
      throw IndexMisfit.ofRecord(
          index.file(), index.origin(), index.offset(record), index.end(record));
    }
    if (now.fits(record)) {
      throw new IOException(
          index.file()
              + " was read twice, and differs at offset "
              + index.offset(record)
              + ": "
              + wrong.getMessage());
    }
    return wrong;
  }

  /** The same for a record that has not been read yet. */
  MalformedRecordException ofLength(RecordIndex index, int record) throws IOException {
    long end = evidence(index).end(record);
    long bytes = end < 0 ? end : end - index.offset(record);
    return ofFrame(index, record, RecordCheck.wrongLength(index, record, bytes));
  }

  /**
   * Returns the damage of a record whose payload does not have the checksum that the index gives.
   *
   * @param check holds the record
   * @throws MalformedRecordException when the index is not the file's, or damaged
   */
  MalformedRecordException ofPayload(RecordIndex index, int record, RecordCheck check)
      throws IOException {
    MalformedRecordException wrong = check.wrongChecksum(index, record);
    if (!checksumsHold.contains(index.file())) {
      String contradiction =
          new ChecksumEvidence(conf, index.file()).contradiction(index.first() + record);
      if (contradiction != null) {
        throw IndexMisfit.ofPayload(
            index.file(),
            index.origin(),
            index.offset(record),
            IndexMisfit.payloadWith(index.checksum(record)),
            check.found() + "; " + contradiction);
      }
      checksumsHold.add(index.file());
    }
    return wrong;
  }

  /** Checks with the whole index: all records of a part of it may be damaged. */
  private boolean contradicts(RecordIndex part, int record) throws IOException {
    FileStatus file = status(part);
    if (part.source() == RecordIndex.Source.BINARY) {
      try (var entries = RidxReader.open(conf, RecordFiles.binaryIndex(part.file()))) {
        return entries.misfitOfEnds(file) != null
            || contradicts(file, entries.view(), part.first() + record);
      }
    }
    if (whole == null) {
      boolean isWhole = part.source() != RecordIndex.Source.TEXT || part.first() == 0;
      whole = isWhole ? part : new RecordIndexLoader(conf, file).text();
    }
    return contradicts(file, whole.view(), part.first() + record - whole.first());
  }

  private boolean contradicts(FileStatus file, IndexView all, long record) throws IOException {
    try (var evidence = new IndexEvidence(conf, file, all)) {
      return record >= all.count() || evidence.contradicts(record);
    }
  }

  private FileStatus status(RecordIndex index) throws IOException {
    return index.file().getFileSystem(conf).getFileStatus(index.file());
  }

  private IndexEvidence evidence(RecordIndex index) throws IOException {
    if (this.index != index || evidence == null) {
      close();
      evidence = new IndexEvidence(conf, status(index), index.view());
      this.index = index;
    }
    return evidence;
  }

  @Override
  public void close() throws IOException {
    IndexEvidence closing = evidence;
    evidence = null;
    index = null;
    whole = null;
    if (closing != null) {
      closing.close();
    }
  }
}
