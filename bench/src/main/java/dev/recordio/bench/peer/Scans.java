// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Tally;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.mapreduce.RecordIOInputFormat;
import java.io.IOException;
import java.util.function.BiFunction;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * The ways to read a whole file; all but the plain one touch each payload's first and last byte.
 */
public final class Scans {
  private static final int PLAIN_READ_BYTES = 1 << 20;

  private Scans() {}

  /** Reads the bytes, 1 MiB at a time, and examines none. */
  public static Tally plain(Configuration conf, Path file) throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    var buffer = new byte[PLAIN_READ_BYTES];
    long bytes = 0;
    try (FSDataInputStream in = fs.open(file)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        bytes += count;
      }
    }
    return new Tally(0, bytes, 0);
  }

  /** Hands out each record as a slice of the reader's buffer. */
  public static Tally view(Configuration conf, Path rec) throws IOException {
    long records = 0;
    long bytes = 0;
    long checksum = 0;
    try (RecordRangeReader reader = open(conf, rec)) {
      while (reader.next()) {
        int payloadLength = reader.payloadLength();
        checksum = Tally.mix(checksum, reader.buffer(), reader.payloadOffset(), payloadLength);
        bytes += payloadLength;
        records++;
      }
    }
    return new Tally(records, bytes, checksum);
  }

  /** The same, with a checksum that does not depend on the order: over all bytes, and summed. */
  public static Tally unordered(Configuration conf, Path rec) throws IOException {
    long records = 0;
    long bytes = 0;
    long sum = 0;
    var crc = new CRC32C();
    try (RecordRangeReader reader = open(conf, rec)) {
      while (reader.next()) {
        crc.reset();
        crc.update(reader.buffer(), reader.payloadOffset(), reader.payloadLength());
        sum += crc.getValue();
        bytes += reader.payloadLength();
        records++;
      }
    }
    return new Tally(records, bytes, sum);
  }

  /** Copies each record to another file and its index, in order. */
  public static Tally copy(Configuration conf, Path rec, Path to) throws IOException {
    FileSystem fs = to.getFileSystem(conf);
    int size = RecordIOConf.OUTPUT_BUFFER_SIZE.getInt(conf);
    long bytes = 0;
    try (RecordRangeReader reader = open(conf, rec);
        var writer =
            new RecordFileWriter(
                fs.create(to, true), fs.create(to.suffix(".idx"), true), null, size)) {
      while (reader.next()) {
        writer.write(
            writer.count(), reader.buffer(), reader.payloadOffset(), reader.payloadLength());
        bytes += reader.payloadLength();
      }
      return new Tally(writer.count(), bytes, 0);
    }
  }

  static RecordRangeReader open(Configuration conf, Path rec) throws IOException {
    long length = rec.getFileSystem(conf).getFileStatus(rec).getLen();
    return RecordInputs.open(conf, new InputRange(rec, 0, length), DamageTracker.failing());
  }

  /** Copies each record into a BytesWritable, as a map task gets it. */
  public static Tally recordReader(Configuration conf, Path rec) throws IOException {
    return tasks(conf, rec, new RecordIOInputFormat(), (key, value) -> value);
  }

  private static <K, V> Tally tasks(
      Configuration conf,
      Path file,
      InputFormat<K, V> format,
      BiFunction<K, V, BytesWritable> payload)
      throws IOException {
    long length = file.getFileSystem(conf).getFileStatus(file).getLen();
    var split = new FileSplit(file, 0, length, null);
    var context = new TaskAttemptContextImpl(conf, new TaskAttemptID());
    long records = 0;
    long bytes = 0;
    long checksum = 0;
    try (RecordReader<K, V> reader = format.createRecordReader(split, context)) {
      reader.initialize(split, context);
      while (reader.nextKeyValue()) {
        BytesWritable value = payload.apply(reader.getCurrentKey(), reader.getCurrentValue());
        checksum = Tally.mix(checksum, value.getBytes(), 0, value.getLength());
        bytes += value.getLength();
        records++;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return new Tally(records, bytes, checksum);
  }

  /** Copies each record into a BytesWritable, without the task's counters around it. */
  public static Tally sequenceFile(Configuration conf, Path file) throws IOException {
    var key = new LongWritable();
    var value = new BytesWritable();
    long records = 0;
    long bytes = 0;
    long checksum = 0;
    try (var reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file))) {
      while (reader.next(key, value)) {
        checksum = Tally.mix(checksum, value.getBytes(), 0, value.getLength());
        bytes += value.getLength();
        records++;
      }
    }
    return new Tally(records, bytes, checksum);
  }
}
