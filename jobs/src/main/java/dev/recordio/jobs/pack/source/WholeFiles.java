// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.input.FileTimes;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.local.OwnLocalFileSystem;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads files that are sources as a whole; by several threads at a time.
 *
 * <p>Local files are opened without Hadoop if Hadoop only adds time. For each file its local file
 * system parses paths, requests the file's status several times, and builds an exception with its
 * stack trace when there is no checksum file: many times the work of reading a small file. Without
 * a checksum file it reads just the file itself, and so does this class, if the local file system
 * is Hadoop's own or {@link OwnLocalFileSystem}. In any other case, and when the file can't be
 * opened, Hadoop reads it, verifies the checksums and reports errors. Hadoop's counter of bytes
 * read from local files does not include reads by this class.
 */
public final class WholeFiles {
  private static final String LOCAL = "file:";

  private final Configuration conf;
  private final boolean ownLocal;
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

  WholeFiles(Configuration conf, ListedFiles listed, ReadRetries retries) throws IOException {
    this.conf = conf;
    this.listed = listed;
    this.retries = retries;
    ownLocal = isOwnLocal(conf);
  }

  /** Whether local files may be opened, and looked at, without Hadoop. */
  static boolean isOwnLocal(Configuration conf) throws IOException {
    return OwnLocalFileSystem.isLikeHadoops(FileSystem.get(URI.create("file:///"), conf));
  }

  /** Appends the content of a file to {@code payload}. */
  public void read(Source source, PayloadBuilder payload) throws IOException {
    retries.append(payload, () -> readOnce(source, payload));
  }

  private void readOnce(Source source, PayloadBuilder payload) throws IOException {
    payload.reserve(source.length);
    try (InputStream local = openLocal(source)) {
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

  /** Opens a file, by its qualified path as Hadoop prints it; null if Hadoop must open it. */
  InputStream openLocal(Source source) {
    File file = ownLocal ? localFile(source) : null;
    if (file == null || !source.plain && hasChecksums(file)) {
      return null;
    }
    try {
      return new FileInputStream(file);
    } catch (IOException e) {
      return null;
    }
  }

  private static File localFile(Source source) {
    String path = source.path;
    return path.startsWith(LOCAL + "/") ? new File(path.substring(LOCAL.length())) : null;
  }

  private static boolean hasChecksums(File file) {
    return new File(file.getParent(), "." + file.getName() + ".crc").exists();
  }

  /** Whether a local file has the length and time it was listed with; false where that is open. */
  static boolean isAsListed(Source source) {
    File local = localFile(source);
    if (local == null) {
      return false;
    }
    try {
      BasicFileAttributes file =
          java.nio.file.Files.readAttributes(local.toPath(), BasicFileAttributes.class);
      return file.size() == source.fileLength
          && FileTimes.areOfOneChange(FileTimes.modified(file), source.modified);
    } catch (IOException | InvalidPathException e) {
      return false; // Hadoop finds out what is wrong
    }
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
