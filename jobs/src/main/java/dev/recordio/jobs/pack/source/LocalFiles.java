// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.input.FileTimes;
import dev.recordio.jobs.run.local.OwnLocalFileSystem;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Opens local files without Hadoop if Hadoop only adds time.
 *
 * <p>For each file Hadoop's local file system parses paths, requests the file's status several
 * times, and builds an exception with its stack trace when there is no checksum file: many times
 * the work of reading a small file. Without a checksum file it reads just the file itself, and so
 * does this class, if the local file system is Hadoop's own or {@link OwnLocalFileSystem}. In any
 * other case, and when the file can't be opened, Hadoop reads it, verifies the checksums and
 * reports errors. Hadoop's counter of bytes read from local files does not include reads by this
 * class. {@code RawLocalFileSystem} would ignore checksums, and it also parses paths and requests
 * the status.
 */
final class LocalFiles {
  private static final String SCHEME = "file:";

  private final boolean own;

  LocalFiles(Configuration conf) throws IOException {
    own = OwnLocalFileSystem.isLikeHadoops(FileSystem.get(URI.create("file:///"), conf));
  }

  /** Whether a whole file is local and as it was listed, if this class may check it. */
  boolean isAsListed(Source source) {
    if (!own || !source.path.startsWith(SCHEME + "/")) {
      return false;
    }
    try {
      BasicFileAttributes file =
          Files.readAttributes(
              new File(source.path.substring(SCHEME.length())).toPath(), BasicFileAttributes.class);
      return file.size() == source.fileLength
          && FileTimes.areOfOneChange(FileTimes.modified(file), source.modified);
    } catch (IOException | InvalidPathException e) {
      return false; // Hadoop finds out what is wrong
    }
  }

  /**
   * Opens a file, or returns null if Hadoop must open it.
   *
   * @param source a whole file, by its qualified path as Hadoop prints it
   */
  InputStream open(Source source) {
    String path = source.path;
    if (!own || !path.startsWith(SCHEME + "/")) {
      return null;
    }
    if (!source.plain && hasChecksums(path)) {
      return null;
    }
    try {
      return new FileInputStream(path.substring(SCHEME.length()));
    } catch (IOException e) {
      return null;
    }
  }

  private static boolean hasChecksums(String path) {
    int name = path.lastIndexOf('/') + 1;
    String folder = path.substring(SCHEME.length(), name);
    return new File(folder + "." + path.substring(name) + ".crc").exists();
  }
}
