// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.input.FileTimes;
import dev.recordio.jobs.run.OwnLocalFileSystem;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Opens local files without Hadoop where Hadoop adds nothing but time.
 *
 * <p>For each file Hadoop's local file system parses paths, asks for the file's status several
 * times, and builds an exception with its stack trace when there is no file of checksums: many
 * times the work of reading a small file. What it reads then is the file itself. So is what is read
 * here, as long as the local file system is Hadoop's own, or {@link OwnLocalFileSystem}, and no
 * file of checksums is there; in any other case, and when the file can't be opened, it is left to
 * Hadoop, which checks the sums and says what is wrong. Hadoop's counter of bytes read from local
 * files does not see these. {@code RawLocalFileSystem} alone would not look for checksums, and
 * parses paths and asks for the status all the same.
 */
final class LocalFiles {
  private static final String SCHEME = "file:";

  private final boolean own;

  LocalFiles(Configuration conf) throws IOException {
    own = OwnLocalFileSystem.isLikeHadoops(FileSystem.get(URI.create("file:///"), conf));
  }

  /**
   * Whether a whole file is a local one that is as it was listed, as far as this class may look.
   */
  boolean isAsListed(Source source) {
    if (!own || !source.path.startsWith(SCHEME + "/")) {
      return false;
    }
    var file = new File(source.path.substring(SCHEME.length()));
    return file.length() == source.fileLength
        && FileTimes.areOfOneChange(file.lastModified(), source.modified);
  }

  /**
   * Opens {@code path}, or returns null where Hadoop must.
   *
   * @param path a qualified path as Hadoop prints it
   */
  InputStream open(String path) {
    if (!own || !path.startsWith(SCHEME + "/")) {
      return null;
    }
    int name = path.lastIndexOf('/') + 1;
    String folder = path.substring(SCHEME.length(), name);
    if (new File(folder + "." + path.substring(name) + ".crc").exists()) {
      return null;
    }
    try {
      return new FileInputStream(path.substring(SCHEME.length()));
    } catch (IOException e) {
      return null;
    }
  }
}
