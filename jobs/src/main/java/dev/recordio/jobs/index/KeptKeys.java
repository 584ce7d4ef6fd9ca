// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.numbered.RecordIndex;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The keys of a file's existing {@code .idx}, for the new one that is made from its headers. Each
 * record gets the key of its line while the old index has one; whether it had exactly one for each
 * record is known at the end.
 *
 * <p>An index in file order is read line by line; any other is held in memory.
 */
final class KeptKeys implements Closeable {
  private final IdxReader lines; // or
  private final RecordIndex sorted;
  private int next; // of the sorted ones
  private boolean fits = true;

  private KeptKeys(IdxReader lines, RecordIndex sorted) {
    this.lines = lines;
    this.sorted = sorted;
  }

  /**
   * Opens the existing index if its keys are to be kept.
   *
   * @return null when there is no valid index, or its keys are the records' numbers
   */
  static KeptKeys of(Configuration conf, FileStatus records) throws IOException {
    Path index = RecordFiles.index(records.getPath());
    try {
      boolean numbers = true;
      boolean ascending = true;
      try (IdxReader lines = IdxReader.open(conf, index)) {
        long line = 0;
        for (long before = -1; lines.next(); before = lines.offset()) {
          numbers &= lines.key() == line++;
          ascending &= lines.offset() > before;
        }
      }
      if (numbers && ascending) {
        return null;
      }
      return ascending
          ? new KeptKeys(IdxReader.open(conf, index), null)
          : new KeptKeys(null, RecordIndex.readText(conf, records));
    } catch (FileNotFoundException | MalformedRecordException | ChecksumException e) {
      return null; // the comparison reports what is wrong with the index
    }
  }

  /**
   * Returns the key of the next record, which begins at {@code offset}, or {@code other} if it has
   * none.
   */
  long key(long offset, long other) throws IOException {
    fits = fits && step() && offset == (lines != null ? lines.offset() : sorted.offset(next - 1));
    if (!fits) {
      return other;
    }
    return lines != null ? lines.key() : sorted.key(next - 1);
  }

  private boolean step() throws IOException {
    return lines != null ? lines.next() : next++ < sorted.count();
  }

  /** Whether each record had its line, and each line its record; called after the last record. */
  boolean fits() throws IOException {
    fits = fits && !step();
    return fits;
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
    }
  }
}
