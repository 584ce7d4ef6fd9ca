// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.rows.InputFingerprint;
import dev.recordio.jobs.rows.RowStats;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/**
 * The file that keeps statistics next to their input. It is hidden, so that listing the input does
 * not include it.
 */
public final class StatsSidecar {
  private static final String NONE = "none";
  private static final String AUTO = "auto";

  private final FileSystem fs;
  private final Path file;

  private StatsSidecar(FileSystem fs, Path file) {
    this.fs = fs;
    this.file = file;
  }

  /** The content of the file. */
  private record Content(InputFingerprint fingerprint, RowStats stats) {}

  /**
   * Returns where stats writes according to {@code recordio.stats.sidecar}; null for nowhere, and
   * when the input, a list or a glob, has no single place.
   */
  static StatsSidecar toWrite(Configuration conf, List<Path> inputs) throws IOException {
    return StatsConf.SIDECAR.get(conf).equalsIgnoreCase(NONE) ? null : toRead(conf, inputs);
  }

  /**
   * Returns where statistics of an input may have been kept: in the file that {@code
   * recordio.stats.sidecar} names, else where {@code auto} puts them; null when the input, a list
   * or a glob, has no single place.
   */
  public static StatsSidecar toRead(Configuration conf, List<Path> inputs) throws IOException {
    String setting = StatsConf.SIDECAR.get(conf);
    Path place =
        switch (setting.toLowerCase(Locale.ROOT)) {
          case NONE, AUTO -> inputs.size() == 1 ? beside(conf, inputs.get(0)) : null;
          default -> new Path(setting);
        };
    return place == null ? null : new StatsSidecar(place.getFileSystem(conf), place);
  }

  private static Path beside(Configuration conf, Path input) throws IOException {
    FileStatus status;
    try {
      status = input.getFileSystem(conf).getFileStatus(input);
    } catch (FileNotFoundException e) {
      return null; // a glob
    }
    Path path = status.getPath();
    return status.isDirectory()
        ? new Path(path, "_stats.json")
        : new Path(path.getParent(), "." + path.getName() + ".stats.json");
  }

  /** Returns the file. */
  public Path file() {
    return file;
  }

  /**
   * Returns the content of the file if its fingerprint is {@code wanted}; null otherwise, and when
   * there is no such file.
   */
  public RowStats find(InputFingerprint wanted) throws IOException {
    Content content = readOrNull();
    return content != null && wanted.equals(content.fingerprint()) ? content.stats() : null;
  }

  private Content readOrNull() throws IOException {
    try {
      Content content = JsonFiles.read(fs, file, Content.class);
      boolean whole = content.fingerprint() != null && content.stats() != null;
      return whole ? content : null;
    } catch (FileNotFoundException | AccessControlException | BadInputException e) {
      return null; // missing, not readable, or not written by stats
    }
  }

  /**
   * Keeps statistics, replacing older ones.
   *
   * @throws IOException when that fails, also because another kind of file exists there
   */
  public void write(InputFingerprint fingerprint, RowStats stats) throws IOException {
    if (fs.exists(file) && readOrNull() == null) {
      throw new IOException(file + " is there and holds something else; it is left as it is");
    }
    Path unfinished = new Path(file.getParent(), "." + file.getName() + ".tmp");
    JsonFiles.write(fs, unfinished, new Content(fingerprint, stats));
    Files.replace(fs.getConf(), fs, unfinished, file);
  }
}
