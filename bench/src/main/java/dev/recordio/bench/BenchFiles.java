// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import dev.recordio.fs.RecordFileWriter;
import dev.recordio.fs.RecordIOConf;
import dev.recordio.fs.RecordIndexFileWriter;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;

/** Writes payloads as the files that are compared. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
final class BenchFiles {
  private BenchFiles() {}

  /** Returns a configuration in which {@code file:} reads and writes without checksum files. */
  static Configuration rawLocal() {
    var conf = new Configuration();
    conf.setClass("fs.file.impl", RawLocalFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    return conf;
  }

  /** Writes a {@code .rec} file and those of its indexes whose path is not null. */
  static Tally writeRecords(Configuration conf, Payloads payloads, Path rec, Path idx, Path ridx)
      throws IOException {
    FileSystem fs = rec.getFileSystem(conf);
    int buffer = Math.toIntExact(RecordIOConf.OUTPUT_BUFFER_SIZE.getBytes(conf));
    RecordIndexFileWriter binary =
        ridx == null ? null : RecordIndexFileWriter.ofNewRecords(fs.create(ridx, true), true);
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
  static Tally writeSequenceFile(Configuration conf, Payloads payloads, Path file)
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
