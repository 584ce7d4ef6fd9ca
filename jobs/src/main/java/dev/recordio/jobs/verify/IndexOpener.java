// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.IndexLines;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.wire.RecordIndexLayout;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Opens the indexes of a file, and notes what is wrong with them by themselves. */
final class IndexOpener {
  private IndexOpener() {}

  /**
   * Opens the entries from a range on, and the one before.
   *
   * @param start where the range begins; at 0 all of a binary index is read, for its checksum
   * @param checksums whether the index must have them
   * @param whole whether all lines of a text index are read, in whatever order they are; else the
   *     lines of the range, except for the first range
   * @return null when no index can be read
   */
  static IndexEntries open(
      Configuration conf,
      FileStatus file,
      long start,
      boolean checksums,
      boolean whole,
      RangeReport report)
      throws IOException {
    boolean isFirst = start == 0;
    IndexLines text = text(conf, file, start, whole, report);
    RidxReader binary =
        CloseOnFailure.of(text, lines -> binary(conf, file, isFirst, lines != null, report));
    return CloseOnFailure.of(
        new IndexEntries(binary, text),
        entries -> {
          report.hasIndex = binary != null || text != null;
          report.hasSums = entries.hasChecksum();
          report.indexEnd = binary != null ? binary.recordsLength() : file.getLen();
          report.hasFileSum =
              binary != null && binary.layout().has(RecordIndexLayout.FILE_CHECKSUM);
          report.fileSum = report.hasFileSum ? binary.recordsChecksum() : 0;
          if (isFirst && checksums && file.getLen() > 0 && !report.hasSums) {
            report.add(
                Finding.ofIndex(
                    0,
                    "no checksums to compare with in the .ridx "
                        + RecordFiles.binaryIndex(file.getPath())
                        + " (recordio index --checksums)"));
          }
          if (isFirst && binary != null && text != null && text.count() != binary.count()) {
            report.add(
                Finding.ofIndex(
                    file.getLen(), // unless an entry shows it before
                    ".idx and .ridx contradict each other: "
                        + text.count()
                        + " records by the .idx, "
                        + binary.count()
                        + " by the .ridx"));
          }
          entries.seek(start);
          return report.hasIndex ? entries : null;
        });
  }

  private static IndexLines text(
      Configuration conf, FileStatus file, long start, boolean whole, RangeReport report)
      throws IOException {
    boolean isFirst = start == 0;
    try {
      if (!isFirst && !whole) {
        return IndexLines.from(conf, file, start);
      }
      IndexLines text = IndexLines.read(conf, file);
      Long repeated = isFirst ? text.repeatedKey() : null;
      if (repeated != null) {
        report.notes.add(
            "the key "
                + Long.toUnsignedString(repeated)
                + " is there more than once: "
                + RecordFiles.index(file.getPath()));
      }
      return text;
    } catch (FileNotFoundException e) {
      return null;
    } catch (MalformedRecordException | ChecksumException e) {
      report.textDamaged = true;
      if (isFirst) {
        String reason = "the .idx is damaged: " + e.getMessage();
        report.add(Finding.ofIndex(endOfLines(conf, file), reason));
      }
      return null;
    }
  }

  /** Returns where the record ends whose line is the last one before a damaged one. */
  private static long endOfLines(Configuration conf, FileStatus file) throws IOException {
    long offset = 0;
    try (IdxReader lines = IdxReader.open(conf, RecordFiles.index(file.getPath()))) {
      while (lines.next()) {
        offset = lines.offset();
      }
    } catch (MalformedRecordException | ChecksumException e) {
      // This is the damage that was found before.
    }
    try (var places = new PlaceCheck(conf, file, true)) {
      return places.endOf(offset);
    }
  }

  private static RidxReader binary(
      Configuration conf, FileStatus file, boolean isFirst, boolean hasText, RangeReport report)
      throws IOException {
    Path path = RecordFiles.binaryIndex(file.getPath());
    try {
      RidxReader index = RidxReader.open(conf, path);
      return isFirst ? CloseOnFailure.of(index, IndexOpener::walk) : index;
    } catch (FileNotFoundException e) {
      if (isFirst && hasText) {
        report.notes.add("there is no " + path + " to compare with");
      }
      return null;
    } catch (MalformedRecordException | ChecksumException e) {
      report.indexDamaged = true;
      if (isFirst) {
        report.add(Finding.ofIndex(0, "the .ridx is damaged: " + e.getMessage()));
      }
      return null;
    }
  }

  /** Reads all entries, whose checksum is compared at their end. */
  private static RidxReader walk(RidxReader index) throws IOException {
    while (index.next()) {
      // The order of entries is checked, too.
    }
    return index;
  }
}
