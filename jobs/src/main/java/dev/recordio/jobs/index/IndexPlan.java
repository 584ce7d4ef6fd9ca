// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * What an index job would write, as far as files and their times say it: an index that is there,
 * and not older than its file, is taken for right. Records are not read, but for the headers of a
 * few, from which the number of all is estimated.
 */
final class IndexPlan {
  private static final int SAMPLED_FILES = 16;
  private static final int SAMPLED_BYTES = 1 << 20; // of a file
  private static final int SAMPLED_RECORDS = 100; // of a file

  private final Configuration conf;
  private final IndexSettings settings;
  private final List<FileStatus> files = new ArrayList<>();

  /**
   * Finds the files.
   *
   * @param all the files of the job
   * @throws MalformedRecordException when keys that the run would keep can't be read
   */
  IndexPlan(Configuration conf, List<FileStatus> all) throws IOException {
    this.conf = conf;
    settings = IndexSettings.of(conf);
    for (FileStatus file : all) {
      if (!settings.check() && (settings.force() || !hasIndex(file))) {
        files.add(file);
        checkKeys(file);
      }
    }
  }

  private boolean hasIndex(FileStatus file) throws IOException {
    return isThere(file, RecordFiles.index(file.getPath()))
        && (!settings.binary() || isThere(file, RecordFiles.binaryIndex(file.getPath())));
  }

  private boolean isThere(FileStatus file, Path index) throws IOException {
    try {
      long modified = index.getFileSystem(conf).getFileStatus(index).getModificationTime();
      return modified >= file.getModificationTime();
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  private void checkKeys(FileStatus file) throws IOException {
    try (KeptKeys kept = settings.keepsKeys() ? KeptKeys.of(conf, file) : null) {
      if (kept != null) {
        kept.fits();
      }
    }
  }

  /** Returns how many files would get an index. */
  long indexed() {
    return files.size();
  }

  /** Returns how many files that are. */
  long written() {
    return (settings.binary() ? 2 : 1) * indexed();
  }

  /** Returns about how many bytes the lines of the indexes have. */
  long bytes() throws IOException {
    double recordBytes = recordBytes();
    long bytes = 0;
    for (FileStatus file : files) {
      long records = Math.round(file.getLen() / recordBytes);
      bytes += records * (digits(records) + digits(file.getLen()) + 2); // a tab, and a line's end
    }
    return bytes;
  }

  private static int digits(long number) {
    return Long.toString(number).length();
  }

  /** Returns the mean bytes of some of the records, which are the first ones of some files. */
  private double recordBytes() throws IOException {
    long records = 0;
    long bytes = 0;
    for (FileStatus file : files.subList(0, Math.min(SAMPLED_FILES, files.size()))) {
      var start = new InputRange(file.getPath(), 0, Math.min(SAMPLED_BYTES, file.getLen()));
      try (var reader =
          RecordSplitReader.ofHeaders(conf, List.of(start), DamageTracker.failing())) {
        for (int i = 0; i < SAMPLED_RECORDS && reader.next(); i++) {
          records++;
          bytes += reader.record().position() - reader.record().offset();
        }
      } catch (MalformedRecordException e) {
        // The run finds out how much is damaged.
      }
    }
    return Math.max(1, (double) bytes / Math.max(1, records));
  }
}
