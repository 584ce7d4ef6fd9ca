// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Tally;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reading all files of a tree, one after the other, in the order of their paths. */
public final class FileReads {
  /** Takes the bytes of a file. */
  @FunctionalInterface
  private interface Taker {
    void take(byte[] bytes, int length) throws IOException;
  }

  private final FileSystem fs;
  private final Taker taker;
  private byte[] buffer = new byte[1 << 16];
  private long files;
  private long bytes;
  private long checksum;

  private FileReads(FileSystem fs, Taker taker) {
    this.fs = fs;
    this.taker = taker;
  }

  /** Reads the files and does nothing with them. */
  public static Tally read(Configuration conf, Path root) throws IOException {
    return new FileReads(root.getFileSystem(conf), (bytes, length) -> {}).tree(root);
  }

  /** Reads the files and writes each as a record. */
  public static Tally write(Configuration conf, Path root, Path rec) throws IOException {
    FileSystem fs = root.getFileSystem(conf);
    int size = RecordIOConf.OUTPUT_BUFFER_SIZE.getInt(conf);
    Path idx = rec.suffix(".idx");
    try (var writer =
        new RecordFileWriter(fs.create(rec, true), fs.create(idx, true), null, size)) {
      return new FileReads(fs, (bytes, length) -> writer.write(writer.count(), bytes, 0, length))
          .tree(root);
    }
  }

  private Tally tree(Path root) throws IOException {
    folder(root);
    return new Tally(files, bytes, checksum);
  }

  private void folder(Path path) throws IOException {
    FileStatus[] entries = fs.listStatus(path);
    Arrays.sort(entries, Comparator.comparing(FileStatus::getPath));
    for (FileStatus entry : entries) {
      if (entry.isDirectory()) {
        folder(entry.getPath());
      } else {
        file(entry);
      }
    }
  }

  private void file(FileStatus status) throws IOException {
    int length = Math.toIntExact(status.getLen());
    buffer = buffer.length < length ? new byte[length] : buffer;
    try (FSDataInputStream in = fs.open(status.getPath())) {
      in.readFully(buffer, 0, length);
    }
    taker.take(buffer, length);
    checksum = Tally.mix(checksum, buffer, 0, length);
    bytes += length;
    files++;
  }
}
