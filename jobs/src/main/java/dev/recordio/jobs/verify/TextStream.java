// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.IdxSearch;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.fs.stream.Files;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The lines of an {@code .idx} from about a range on, as they come: the lines of the range if the
 * index is in the order of the file. Where that shows not to be so, they end.
 */
final class TextStream extends TextLines {
  private final IdxReader lines;
  private final long fileLength;
  private boolean hasNext;
  private long nextOffset;
  private long nextKey;
  private long offset;
  private long key;
  private boolean isUnsorted;

  private TextStream(IdxReader lines, long fileLength) throws IOException {
    this.lines = lines;
    this.fileLength = fileLength;
    look();
  }

  /**
   * Opens the index of a file.
   *
   * @param start where the range begins
   * @throws java.io.FileNotFoundException when there is none
   * @throws dev.recordio.bytes.MalformedRecordException when a line that is looked at is invalid
   */
  static TextStream open(Configuration conf, FileStatus records, long start) throws IOException {
    Path index = RecordFiles.index(records.getPath());
    FileSystem fs = index.getFileSystem(conf);
    FileStatus status = Files.status(fs, index);
    return CloseOnFailure.of(
        Files.open(fs, status, Files.Reading.PIECES),
        in -> {
          in.seek(IdxSearch.lineBefore(in, status.getLen(), index, start));
          return new TextStream(new IdxReader(in, index.toString()), records.getLen());
        });
  }

  private void look() throws IOException {
    hasNext = lines.next();
    nextOffset = hasNext ? lines.offset() : fileLength;
    nextKey = hasNext ? lines.key() : 0;
  }

  @Override
  public boolean next() throws IOException {
    if (!hasNext) {
      return false;
    }
    offset = nextOffset;
    key = nextKey;
    look();
    isUnsorted = hasNext && Long.compareUnsigned(nextOffset, offset) <= 0;
    hasNext &= !isUnsorted;
    return !isUnsorted;
  }

  /** Whether the lines are not in the order of the file. */
  boolean isUnsorted() {
    return isUnsorted;
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public long end() {
    return nextOffset;
  }

  @Override
  public long key() {
    return key;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
