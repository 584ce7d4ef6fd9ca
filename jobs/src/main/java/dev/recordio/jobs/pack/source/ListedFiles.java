// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.input.FileTimes;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Checks that the files of a task have not changed since the plan was made, by length and
 * modification time. In an archive that was replaced, old offsets lead to other members' bytes.
 */
final class ListedFiles {
  private record Listed(long length, long modified) {}

  private final Configuration conf;
  private final boolean ownLocal;
  private final boolean checksFiles;
  private final Map<String, Listed> archives = new HashMap<>();
  private String last = "";

  ListedFiles(Configuration conf) throws IOException {
    this.conf = conf;
    ownLocal = WholeFiles.isOwnLocal(conf);
    checksFiles = PackConf.CHECK_MODIFIED.getBoolean(conf);
  }

  /** Checks the archive of a source before the first of its members is read. */
  void checkArchive(Source source) throws IOException {
    if (source.path.equals(last)) {
      return;
    }
    if (!archives.containsKey(source.path)) {
      var listed = new Listed(source.fileLength, source.modified);
      check(source.path, listed);
      archives.put(source.path, listed);
    }
    last = source.path;
  }

  /** Checks a file that is no archive after it has been read. */
  void checkFile(Source source) throws IOException {
    if (checksFiles && !(ownLocal && WholeFiles.isAsListed(source))) {
      check(source.path, new Listed(source.fileLength, source.modified));
    }
  }

  /**
   * Checks all archives again after the last member has been read.
   *
   * @throws BadInputException when one has changed meanwhile: it is unknown which version the bytes
   *     are from, so no policy may keep them
   */
  void finish() throws IOException {
    for (var archive : archives.entrySet()) {
      try {
        check(archive.getKey(), archive.getValue());
      } catch (IOException e) {
        if (SourceErrors.isInterruption(e)) {
          throw e;
        }
        String why = SourceErrors.reason(e);
        throw new BadInputException(
            archive.getKey() + " was changed while it was packed: " + why + "; pack it anew", e);
      }
    }
  }

  private void check(String path, Listed listed) throws IOException {
    var file = new Path(path);
    FileStatus now = SourceFiles.of(conf, file).getFileStatus(file);
    if (now.getLen() != listed.length
        || !FileTimes.areOfOneChange(now.getModificationTime(), listed.modified)) {
      throw new SourceErrors.Fault(
          "the file has changed since it was listed: expected "
              + text(listed.length, listed.modified)
              + ", found "
              + text(now.getLen(), now.getModificationTime()));
    }
  }

  private static String text(long length, long modified) {
    return length + " bytes of " + Instant.ofEpochMilli(modified);
  }
}
