// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Tally;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RidxWriter;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;

/** The ways to write payloads as a whole file. */
public final class Writes {
  private Writes() {}

  /** Writes a {@code .rec} file and its indexes whose path is not null. */
  public static Tally records(Configuration conf, Payloads payloads, Path rec, Path idx, Path ridx)
      throws IOException {
    FileSystem fs = rec.getFileSystem(conf);
    int buffer = RecordIOConf.OUTPUT_BUFFER_SIZE.getInt(conf);
    RidxWriter binary = ridx == null ? null : RidxWriter.ofNewRecords(fs.create(ridx, true), true);
    try (var writer =
        new RecordFileWriter(
            fs.create(rec, true), idx == null ? null : fs.create(idx, true), binary, buffer)) {
      for (int i = 0; i < payloads.count(); i++) {
        writer.write(i, payloads.bytes(), payloads.offset(i), payloads.size());
      }
      return new Tally(writer.count(), payloads.totalBytes(), 0);
    }
  }

  /** Writes an uncompressed SequenceFile with ordinals as keys. */
  public static Tally sequenceFile(Configuration conf, Payloads payloads, Path file)
      throws IOException {
    var key = new LongWritable();
    var value = new BytesWritable();
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(LongWritable.class),
            SequenceFile.Writer.valueClass(BytesWritable.class),
            SequenceFile.Writer.compression(SequenceFile.CompressionType.NONE))) {
      for (int i = 0; i < payloads.count(); i++) {
        key.set(i);
        value.set(payloads.bytes(), payloads.offset(i), payloads.size());
        writer.append(key, value);
      }
    }
    return new Tally(payloads.count(), payloads.totalBytes(), 0);
  }
}
