// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.IndexLines;
import dev.recordio.fs.stream.Files;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The lines of a text index for one range of its file: in an index in the order of the file they
 * are found by binary search, and no other lines are read.
 */
final class TextIndexPart {
  private final FileSystem fs;
  private final FileStatus status;

  TextIndexPart(Configuration conf, Path index) throws IOException {
    fs = index.getFileSystem(conf);
    status = Files.status(fs, index);
  }

  /**
   * Adds the lines of the records that begin in {@code [begin, end)}.
   *
   * @param count how many they must be
   * @param last whether {@code end} is the end of the file
   * @return false when lines are not in order, or not as expected: all of the index must be read
   */
  boolean addTo(RecordIndexBuilder builder, int count, long begin, long end, boolean last)
      throws IOException {
    try (IdxReader lines = IndexLines.readerBefore(fs, status, begin)) {
      long before = -1;
      while (lines.next()) {
        long offset = lines.offset();
        if (offset <= before) {
          return false;
        }
        before = offset;
        if (offset >= end) {
          return offset == end && builder.count() == count;
        }
        if (offset >= begin) {
          builder.add(offset, lines.key());
        }
      }
      return last && builder.count() == count;
    } catch (MalformedRecordException | ChecksumException e) {
      return false; // reading all of it reports what is wrong, and in which line
    }
  }
}
