// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.reader.Record;
import dev.recordio.reader.source.RecordSource;
import dev.recordio.reader.source.RowSource;
import dev.recordio.testing.Faults;
import dev.recordio.testing.LiveThreads;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Records;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Small files of records and of rows, on a file system that can fail. */
final class Inputs {
  final Faults faults = new Faults();
  final Faults.Rule bytes = faults.onBytes();
  final Configuration conf = Records.bufferSize(LocalFiles.raw(), 64);
  private final java.nio.file.Path folder;

  Inputs(java.nio.file.Path folder) {
    this.folder = folder;
  }

  /** Writes a file of records: 1, 2, 3 ... bytes, up to {@code longest} and again. */
  Path records(String name, int count, int longest, boolean indexed) throws IOException {
    Path path = new Path(LocalFiles.path(folder), name);
    try (var writer =
        RecordFileWriter.create(conf, path, indexed ? RecordFiles.index(path) : null)) {
      for (int i = 0; i < count; i++) {
        byte[] payload = (name + " " + i + " ".repeat(longest)).getBytes(StandardCharsets.US_ASCII);
        writer.write(i, payload, 0, 1 + i % Math.min(longest, payload.length));
      }
    }
    return path;
  }

  /** Writes a file of text. */
  Path text(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
    return new Path(LocalFiles.path(folder), name);
  }

  /** Writes a file. */
  Path bytes(String name, byte[] bytes) throws IOException {
    Files.write(folder.resolve(name), bytes);
    return new Path(LocalFiles.path(folder), name);
  }

  /** Writes a file of rows. */
  Path rows(String name, int count) throws IOException {
    var text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i).append(" 1:").append(i * i).append(" 7:1\n");
    }
    return text(name, text.toString());
  }

  /** Returns the files, watched. */
  List<FileStatus> watched(Path... paths) throws IOException {
    var files = new ArrayList<FileStatus>();
    for (Path path : paths) {
      Path watched = faults.over(conf, path);
      files.add(watched.getFileSystem(conf).getFileStatus(watched));
    }
    return files;
  }

  /** All threads have ended, and all files are closed. */
  void requireNothingOpen(String when) {
    assertEquals("{}", LiveThreads.named("recordio-").toString(), when);
    assertEquals(0, faults.open(), when);
  }

  RecordSource source(List<FileStatus> files) {
    return new RecordSource(conf, "recordio:f", files, DamageTracker.failing());
  }

  RowSource rowSource(List<FileStatus> files) {
    return new RowSource(conf, "libsvm:f", TextSettings.of(conf), files, 1);
  }

  /** Returns records in memory. */
  static List<Record> list(int count, int longest) {
    var all = new ArrayList<Record>();
    for (int i = 0; i < count; i++) {
      var record = new Record();
      record.setPayload(new byte[] {(byte) i, (byte) (i >> 8)}, 0, Math.min(2, 1 + i % longest));
      record.setPlace(i, i, null, 0);
      all.add(record);
    }
    return all;
  }
}
