// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.stream.Files;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads files that are sources as a whole; by several threads at a time. */
final class WholeFiles {
  private final Configuration conf;
  private final LocalFiles localFiles;
  private final ListedFiles listed;
  private final ReadRetries retries;
  private volatile Known last;

  /** A file system and a path in it. */
  private record Known(URI uri, FileSystem fs) {
    boolean isOf(URI other) {
      return Objects.equals(uri.getScheme(), other.getScheme())
          && Objects.equals(uri.getAuthority(), other.getAuthority());
    }
  }

  WholeFiles(Configuration conf, LocalFiles localFiles, ListedFiles listed, ReadRetries retries) {
    this.conf = conf;
    this.localFiles = localFiles;
    this.listed = listed;
    this.retries = retries;
  }

  /**
   * Appends the content of a file to {@code payload}.
   *
   * @throws IOException when it cannot be read or differs from the plan
   */
  void read(Source source, PayloadBuilder payload) throws IOException {
    retries.append(payload, () -> readOnce(source, payload));
  }

  private void readOnce(Source source, PayloadBuilder payload) throws IOException {
    payload.reserve(source.length);
    try (InputStream local = localFiles.open(source)) {
      if (local != null) {
        payload.readWhole(local, source.length, true);
      } else {
        try (InputStream in = open(source)) {
          payload.readWhole(in, source.length, false);
        }
      }
    }
    listed.checkFile(source);
  }

  private InputStream open(Source source) throws IOException {
    var path = new Path(source.path);
    FileSystem fs = SourceFiles.of(fileSystem(path), path);
    return Files.open(fs, path, source.length, Files.Reading.WHOLE);
  }

  /** Sources mostly share a file system, and a look-up costs as much as opening a small file. */
  private FileSystem fileSystem(Path path) throws IOException {
    Known known = last;
    if (known == null || !known.isOf(path.toUri())) {
      known = new Known(path.toUri(), path.getFileSystem(conf));
      last = known;
    }
    return known.fs;
  }
}
