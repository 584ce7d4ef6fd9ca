// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entries of a binary index for the records that begin in a range of a file, in order. Of the
 * file itself a few headers are read, to check that it matches the index ({@link
 * RidxReader#misfit}). The text index is not used: an {@code .idx} may leave records out.
 */
public final class IndexedRange implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(IndexedRange.class);

  private final RidxReader index;
  private final InputRange range;
  private final long first; // number in the file of the range's first record
  private final long end; // number after the last one
  private long next;

  private IndexedRange(RidxReader index, InputRange range, long first, long end) {
    this.index = index;
    this.range = range;
    this.first = first;
    this.end = end;
    next = first;
  }

  /** Opens the entries of a range; null when no binary index fits its file. */
  public static IndexedRange open(Configuration conf, InputRange range) throws IOException {
    Path file = range.path();
    if (new CompressionCodecFactory(conf).getCodec(file) != null) {
      return null;
    }
    FileStatus status = file.getFileSystem(conf).getFileStatus(file);
    RidxReader index = null;
    IndexedRange entries = null;
    try {
      index = RidxReader.open(conf, RecordFiles.binaryIndex(file));
      long first = index.firstFrom(range.start());
      long end = index.firstFrom(range.end());
      String misfit = index.misfit(conf, status, first, end);
      if (misfit == null) {
        entries = new IndexedRange(index, range, first, end);
      } else {
        LOG.warn("the binary index of {} is not used: {}", file, misfit);
      }
    } catch (FileNotFoundException e) {
      LOG.debug("{} has no binary index", file);
    } catch (MalformedRecordException | ChecksumException e) {
      LOG.warn("{}; this binary index is not used", e.getMessage());
    } finally {
      if (entries == null && index != null) {
        index.close();
      }
    }
    return entries;
  }

  /**
   * Steps to the entry of the next record.
   *
   * @return false when no further record begins in the range
   * @throws MalformedRecordException when the entry is not in the range: the index is damaged
   */
  public boolean next() throws IOException {
    if (next == first && first > 0) {
      step(first - 1, Long.MIN_VALUE, range.start());
    }
    if (next == end) {
      if (end < index.count()) {
        step(end, range.end(), Long.MAX_VALUE);
      }
      return false;
    }
    step(next++, range.start(), range.end());
    return true;
  }

  /** Seeks to an entry, and checks that it is where the search for the range's ends found it. */
  private void step(long record, long from, long to) throws IOException {
    index.read(record);
    if (index.offset() < from || index.offset() >= to) {
      throw new MalformedRecordException(
          "damaged binary index",
          index.status().getPath().toString(),
          index.layout().entryOffset(record),
          -1,
          "record " + record + " at offset " + from + " to " + to,
          "it at offset " + Long.toUnsignedString(index.offset()));
    }
  }

  /** Returns where the current entry's record begins in its file, in bytes. */
  public long offset() {
    return index.offset();
  }

  /** Returns where the record after the current one begins; the range's end when it is the last. */
  public long nextOffset() throws IOException {
    if (next == end) {
      return range.end();
    }
    index.read(next);
    return index.offset();
  }

  /** Returns what part of the entries {@link #next} has stepped over, 0 to 1. */
  public float progress() {
    return end == first ? 1 : (float) (next - first) / (end - first);
  }

  @Override
  public void close() throws IOException {
    index.close();
  }
}
