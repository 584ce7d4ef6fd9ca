// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IdxFault;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.IndexLines;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.wire.RecordIndexLayout;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The keys of a file's existing {@code .idx}, or of a {@code .ridx} alone, for the new one that is
 * made from its headers. Each record gets the key of its entry while the old index has one; whether
 * it had exactly one for each record is known at the end. Only an {@code .idx} that is not in the
 * order of the file is held in memory.
 */
final class KeptKeys implements Closeable {
  private final Configuration conf;
  private final FileStatus records;
  private final IndexLines lines; // or
  private final RidxReader binary; // or neither, if no version of the index can fit
  private boolean fits;

  private KeptKeys(Configuration conf, FileStatus records, IndexLines lines, RidxReader binary) {
    this.conf = conf;
    this.records = records;
    this.lines = lines;
    this.binary = binary;
    fits = lines != null || binary != null;
  }

  /**
   * Opens the existing index if its keys are to be kept.
   *
   * @return null when there is no index, or its keys are the records' numbers
   * @throws MalformedRecordException when its keys can't be read
   */
  static KeptKeys of(Configuration conf, FileStatus records) throws IOException {
    boolean numbers = true;
    boolean ascending = true;
    try (IdxReader all = IdxReader.open(conf, RecordFiles.index(records.getPath()))) {
      long line = 0;
      for (long before = -1; all.next(); before = all.offset()) {
        numbers &= all.key() == line++;
        ascending &= all.offset() > before;
      }
    } catch (FileNotFoundException e) {
      return ofBinary(conf, records);
    } catch (MalformedRecordException e) {
      throw IndexMisfit.ofLostKeys(e, records.getPath());
    }
    if (numbers && ascending) {
      return null;
    }
    try {
      IndexLines lines =
          ascending ? IndexLines.from(conf, records, 0) : IndexLines.read(conf, records);
      return new KeptKeys(conf, records, lines, null);
    } catch (MalformedRecordException e) {
      return new KeptKeys(conf, records, null, null);
    }
  }

  private static KeptKeys ofBinary(Configuration conf, FileStatus records) throws IOException {
    Path index = RecordFiles.binaryIndex(records.getPath());
    try (var entries = RidxReader.open(conf, index)) {
      if (!entries.layout().has(RecordIndexLayout.KEYS)) {
        return null;
      }
      while (entries.next()) {
        // Its checksum is compared at the end.
      }
    } catch (FileNotFoundException e) {
      return null;
    } catch (MalformedRecordException e) {
      throw IndexMisfit.ofLostKeys(e, records.getPath());
    }
    return new KeptKeys(conf, records, null, RidxReader.open(conf, index));
  }

  /**
   * Returns the key of the next record, which begins at {@code offset}, or {@code other} if it has
   * none.
   */
  long key(long offset, long other) throws IOException {
    fits = fits && step() && offset == (lines != null ? lines.offset() : binary.offset());
    if (!fits) {
      return other;
    }
    return lines != null ? lines.key() : binary.key();
  }

  private boolean step() throws IOException {
    return lines != null ? lines.next() : binary.next();
  }

  /**
   * Whether each record had its entry, and each entry its record; called after the last record.
   *
   * @throws MalformedRecordException when the index is none of any version of the file
   */
  boolean fits() throws IOException {
    fits = fits && !step();
    MalformedRecordException fault = fits ? null : IdxFault.of(conf, records);
    if (fault != null) {
      throw fault;
    }
    return fits;
  }

  @Override
  public void close() throws IOException {
    try (lines) {
      if (binary != null) {
        binary.close();
      }
    }
  }
}
