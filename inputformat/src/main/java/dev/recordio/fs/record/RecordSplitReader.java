// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import dev.recordio.fs.input.InputRange;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;

/**
 * Reads the records of a split, one range after the other, into values that the caller owns. The
 * record readers of both MapReduce APIs are thin adapters of this class.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RecordSplitReader implements Closeable {
  private final Configuration conf;
  private final List<InputRange> ranges;
  private final DamageTracker damage;
  private final Opening opening;
  private RecordOpener opener; // made when the first range is opened, unless it was given
  private final long totalBytes;

  private RecordRangeReader reader;
  private int next; // the range to open next
  private long bytesBefore; // of the finished ranges
  private long bytesRead; // of the readers that are closed
  private long multiPartRecords;

  /** How a range is opened. */
  @FunctionalInterface
  private interface Opening {
    RecordRangeReader open(RecordOpener opener, InputRange range, DamageTracker damage)
        throws IOException;
  }

  /** Creates a reader of {@code ranges}, in order. Files are opened when they are reached. */
  public RecordSplitReader(Configuration conf, List<InputRange> ranges, DamageTracker damage) {
    this(conf, ranges, damage, RecordOpener::open);
  }

  private RecordSplitReader(
      Configuration conf, List<InputRange> ranges, DamageTracker damage, Opening opening) {
    this.conf = conf;
    this.ranges = ranges;
    this.damage = damage;
    this.opening = opening;
    totalBytes = ranges.stream().mapToLong(InputRange::length).sum();
  }

  /** Creates a reader of the headers of {@code ranges} ({@link RecordOpener#openHeaders}). */
  @InterfaceAudience.Private
  public static RecordSplitReader ofHeaders(
      Configuration conf, List<InputRange> ranges, DamageTracker damage) {
    return new RecordSplitReader(conf, ranges, damage, RecordOpener::openHeaders);
  }

  /**
   * Creates a reader of headers that shares an opener with the task's other splits.
   *
   * @param opener made from the same configuration; null for a new one
   */
  @InterfaceAudience.Private
  public static RecordSplitReader ofHeaders(
      Configuration conf, RecordOpener opener, List<InputRange> ranges, DamageTracker damage) {
    RecordSplitReader reader = ofHeaders(conf, ranges, damage);
    reader.opener = opener;
    return reader;
  }

  /** Creates a reader of whole records that shares an opener with the task's other splits. */
  @InterfaceAudience.Private
  public static RecordSplitReader of(
      Configuration conf, RecordOpener opener, List<InputRange> ranges, DamageTracker damage) {
    var reader = new RecordSplitReader(conf, ranges, damage);
    reader.opener = opener;
    return reader;
  }

  /**
   * Creates a reader of the records of {@code ranges} of files whose writer does not escape ({@link
   * RecordOpener#openUnescaped}).
   */
  @InterfaceAudience.Private
  public static RecordSplitReader ofUnescaped(
      Configuration conf, List<InputRange> ranges, DamageTracker damage) {
    return new RecordSplitReader(conf, ranges, damage, RecordOpener::openUnescaped);
  }

  /** Creates a reader of the records of a stream; errors give {@code name} as its file. */
  public static RecordSplitReader ofStream(
      Configuration conf, InputStream in, String name, DamageTracker damage) {
    var reader = new RecordSplitReader(conf, List.of(new InputRange(new Path(name), 0, 0)), damage);
    reader.next = 1;
    reader.reader = RecordInputs.open(conf, in, name, damage);
    return reader;
  }

  /** Steps to the next record; its slice can be had from {@link #record}. */
  public boolean next() throws IOException {
    return next((BytesWritable) null);
  }

  private boolean next(BytesWritable value) throws IOException {
    while (reader == null || !reader.next(value)) {
      if (!openNext()) {
        return false;
      }
    }
    if (reader.parts() > 1) {
      multiPartRecords++;
    }
    return true;
  }

  /** Opens the range after the one that is read to its end; false when there is none. */
  private boolean openNext() throws IOException {
    if (reader != null) {
      closeReader();
      bytesBefore += ranges.get(next - 1).length();
    }
    if (next == ranges.size()) {
      damage.finish();
      return false;
    }
    InputRange range = ranges.get(next++);
    if (opener == null) {
      opener = new RecordOpener(conf);
    }
    reader = opening.open(opener, range, damage);
    return true;
  }

  /**
   * Reads the next record into {@code key} and {@code value}.
   *
   * @param key becomes the offset in its file of the record's first header, in bytes
   * @param value becomes the payload, which is available nowhere else ({@link
   *     RecordRangeReader#next(BytesWritable)})
   * @return false when there is no further record; key and value are undefined then
   */
  public boolean next(LongWritable key, BytesWritable value) throws IOException {
    if (!next(value)) {
      return false;
    }
    key.set(reader.offset());
    return true;
  }

  /** Puts the current record, which {@link #next()} reached, into {@code key} and {@code value}. */
  public void get(LongWritable key, BytesWritable value) {
    key.set(reader.offset());
    int offset = reader.payloadOffset();
    value.set(reader.buffer(), offset, reader.payloadLength());
  }

  /**
   * Reads the next record into {@code key} and {@code value} as it is in its file.
   *
   * @param key becomes the offset in its file of the record's first header, in bytes
   * @param value becomes the record with its headers and padding
   * @return false when there is no further record; key and value are unchanged then
   */
  public boolean nextFramed(LongWritable key, BytesWritable value) throws IOException {
    if (!next()) {
      return false;
    }
    key.set(reader.offset());
    int length = Math.toIntExact(reader.position() - reader.offset());
    value.set(reader.buffer(), reader.recordOffset(), length);
    return true;
  }

  /** Returns the reader that is at the current record. */
  @InterfaceAudience.Private
  public RecordRangeReader record() {
    return reader;
  }

  /** Returns the file of the current record. */
  public Path path() {
    return ranges.get(next - 1).path();
  }

  /** Returns the number, from 0, of the current record's range. */
  public int range() {
    return next - 1;
  }

  /** Returns the fraction of the split that has been consumed, 0 to 1. */
  public float progress() {
    return totalBytes == 0 ? 0 : Math.min(1f, (float) position() / totalBytes);
  }

  /** Returns the bytes of the split consumed so far; in a compressed file, compressed bytes. */
  public long position() {
    if (reader == null) {
      return bytesBefore;
    }
    InputRange range = ranges.get(next - 1);
    long consumed = reader.isPlain() ? reader.position() - range.start() : reader.bytesRead();
    return bytesBefore + Math.max(0, Math.min(consumed, range.length()));
  }

  /** Returns the number of records so far that were written in more than one part. */
  public long multiPartRecords() {
    return multiPartRecords;
  }

  /** Returns the bytes read from the files so far. */
  public long bytesRead() {
    return bytesRead + (reader == null ? 0 : reader.bytesRead());
  }

  /** Returns the count of damaged records. */
  public DamageTracker damage() {
    return damage;
  }

  private void closeReader() throws IOException {
    if (reader != null) {
      bytesRead += reader.bytesRead();
      RecordRangeReader closing = reader;
      reader = null;
      closing.close();
    }
  }

  @Override
  public void close() throws IOException {
    closeReader();
  }
}
