// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.fs.input.InputRange;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapred.RecordReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of the records that begin in a range of a file, by its binary index; values stay empty.
 * Of the file itself a few headers are read, to check that it matches the index ({@link
 * RidxReader#misfit}). The text index is not used: an {@code .idx} may leave records out.
 */
final class IndexedKeys implements RecordReader<LongWritable, BytesWritable> {
  private static final Logger LOG = LoggerFactory.getLogger(IndexedKeys.class);

  private final RidxReader index;
  private final InputRange range;
  private final long first; // number in the file of the range's first record
  private final long end; // number after the last one
  private long next;

  private IndexedKeys(RidxReader index, InputRange range, long first, long end) {
    this.index = index;
    this.range = range;
    this.first = first;
    this.end = end;
    next = first;
  }

  /** Opens the keys of a split; null when it is not one range, or no binary index fits. */
  static IndexedKeys open(Configuration conf, List<InputRange> ranges) throws IOException {
    if (ranges.size() != 1
        || new CompressionCodecFactory(conf).getCodec(ranges.get(0).path()) != null) {
      return null;
    }
    Path file = ranges.get(0).path();
    FileStatus status = file.getFileSystem(conf).getFileStatus(file);
    RidxReader index = null;
    IndexedKeys keys = null;
    try {
      index = RidxReader.open(conf, RecordFiles.binaryIndex(file));
      InputRange range = ranges.get(0);
      long first = index.firstFrom(range.start());
      long end = index.firstFrom(range.end());
      String misfit = index.misfit(conf, status, first, end);
      if (misfit == null) {
        keys = new IndexedKeys(index, range, first, end);
      } else {
        LOG.warn("the binary index of {} is not used: {}", file, misfit);
      }
    } catch (FileNotFoundException e) {
      LOG.debug("{} has no binary index", file);
    } catch (MalformedRecordException | ChecksumException e) {
      LOG.warn("{}; this binary index is not used", e.getMessage());
    } finally {
      if (keys == null && index != null) {
        index.close();
      }
    }
    return keys;
  }

  @Override
  public synchronized boolean next(LongWritable key, BytesWritable value) throws IOException {
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
    key.set(index.offset());
    value.setSize(0);
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

  @Override
  public LongWritable createKey() {
    return new LongWritable();
  }

  @Override
  public BytesWritable createValue() {
    return new BytesWritable();
  }

  /**
   * Returns the offset in its file of the next record; the range's end when there is none. Tez asks
   * in another thread than the one that reads.
   */
  @Override
  public synchronized long getPos() throws IOException {
    if (next == end) {
      return range.end();
    }
    index.read(next);
    return index.offset();
  }

  @Override
  public float getProgress() {
    return end == first ? 1 : (float) (next - first) / (end - first);
  }

  @Override
  public void close() throws IOException {
    index.close();
  }
}
