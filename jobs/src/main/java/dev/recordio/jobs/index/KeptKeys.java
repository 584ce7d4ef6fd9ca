// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IdxFault;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.wire.RecordIndexLayout;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
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
  private final Configuration conf;
  private final FileStatus records;
  private final IdxReader lines; // or
  private final RecordIndex sorted;
  private int next; // of the sorted ones
  private boolean fits;

  private KeptKeys(Configuration conf, FileStatus records, IdxReader lines, RecordIndex sorted) {
    this.conf = conf;
    this.records = records;
    this.lines = lines;
    this.sorted = sorted;
    fits = lines != null || sorted != null;
  }

  /**
   * Opens the existing index if its keys are to be kept: the {@code .idx}, or a {@code .ridx}
   * alone.
   *
   * @return null when there is no index, or its keys are the records' numbers
   * @throws MalformedRecordException when its keys can't be read
   */
  static KeptKeys of(Configuration conf, FileStatus records) throws IOException {
    Path index = RecordFiles.index(records.getPath());
    boolean numbers = true;
    boolean ascending = true;
    try (IdxReader lines = IdxReader.open(conf, index)) {
      long line = 0;
      for (long before = -1; lines.next(); before = lines.offset()) {
        numbers &= lines.key() == line++;
        ascending &= lines.offset() > before;
      }
    } catch (FileNotFoundException e) {
      return ofBinary(conf, records);
    } catch (MalformedRecordException e) {
      throw IndexMisfit.ofLostKeys(e, records.getPath());
    }
    if (numbers && ascending) {
      return null;
    }
    return ascending
        ? new KeptKeys(conf, records, IdxReader.open(conf, index), null)
        : inMemory(conf, records, RecordIndex::readText);
  }

  private static KeptKeys ofBinary(Configuration conf, FileStatus records) throws IOException {
    try (var entries = RidxReader.open(conf, RecordFiles.binaryIndex(records.getPath()))) {
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
    return inMemory(conf, records, RecordIndex::read);
  }

  @FunctionalInterface
  private interface Loader {
    RecordIndex load(Configuration conf, FileStatus records) throws IOException;
  }

  private static KeptKeys inMemory(Configuration conf, FileStatus records, Loader loader)
      throws IOException {
    try {
      return new KeptKeys(conf, records, null, loader.load(conf, records));
    } catch (MalformedRecordException e) {
      return new KeptKeys(conf, records, null, null); // it does not fit
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

  /**
   * Whether each record had its line, and each line its record; called after the last record.
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
    if (lines != null) {
      lines.close();
    }
  }
}
