// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.jobs.run.error.Failure;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.local.LocalSettings;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * The folder that a job makes, and that must not exist before. If the job fails, what it has left
 * there is removed, so that the same command can be run again.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class NewOutput {
  /** The folder of pending uploads of S3A's magic committer; a job's id may follow. */
  private static final String MAGIC = "__magic";

  private static final String UNIQUE_NAMES = "fs.s3a.committer.staging.unique-filenames";

  /**
   * What jobs write: parts, the files of InsightFace sets, and files hidden from readers; with
   * local checksum files.
   */
  private static final Pattern OF_JOBS =
      Pattern.compile(
          "part-.*|_.*|train\\.(rec|idx)|property|\\.(part-|_|train\\.|property).*\\.crc");

  private static final String KEEP = "recordio.job.keep-output";

  private final FileSystem fs;
  private final Path path;

  private NewOutput(FileSystem fs, Path path) {
    this.fs = fs;
    this.path = path;
  }

  /**
   * Returns the output of a job that is about to be submitted.
   *
   * @return null when the job has none, one in its scratch folder, or one that it {@link #keep
   *     keeps}; also when it exists already, and so is not the job's
   */
  static NewOutput of(Job job) throws IOException {
    Path output = FileOutputFormat.getOutputPath(job);
    if (output == null
        || JobScratch.isWithin(output)
        || job.getConfiguration().getBoolean(KEEP, false)) {
      return null;
    }
    FileSystem fs = output.getFileSystem(job.getConfiguration());
    return fs.exists(output) ? null : new NewOutput(fs, fs.makeQualified(output));
  }

  /** Makes a job that fails keep its output, which it has cleaned up itself. */
  public static void keep(Configuration conf) {
    conf.setBoolean(KEEP, true);
  }

  /** Returns the folder, fully qualified. */
  Path path() {
    return path;
  }

  /**
   * The result of removing.
   *
   * @param removed whether the folder existed, and was removed
   * @param foreign the name of a file in it that no job writes, so that the folder stays; else null
   */
  record Rest(boolean removed, String foreign) {}

  /**
   * Removes what a failed job has left. A folder with anything that jobs do not write is not
   * changed.
   */
  Rest discard() throws IOException {
    if (!fs.exists(path)) {
      return new Rest(false, null);
    }
    String foreign = foreign(fs, path);
    if (foreign == null && !fs.delete(path, true) && fs.exists(path)) {
      throw new IOException("it can't be removed");
    }
    return new Rest(foreign == null, foreign);
  }

  /** Returns the name of a file below a folder that no job writes; null when there is none. */
  public static String foreign(FileSystem fs, Path folder) throws IOException {
    for (FileStatus file : fs.listStatus(folder)) {
      String name = file.getPath().getName();
      if (OF_JOBS.matcher(name).matches()) {
        continue;
      }
      String foreign = file.isDirectory() ? foreign(fs, file.getPath()) : name; // or of a subset
      if (foreign != null) {
        return foreign;
      }
    }
    return null;
  }

  /**
   * Makes S3A's staging committers keep the names of files: in a new folder there are no others to
   * distinguish them from.
   */
  public static void keepNames(Configuration conf) {
    conf.setBoolean(UNIQUE_NAMES, false);
  }

  /**
   * Makes Hadoop's own committer move all files when the job commits. Its default moves those of
   * each task when the task ends, so those of a job that fails later stay. A user's own choice of
   * algorithm or committer is kept.
   */
  public static void commitTogether(Configuration conf) {
    String key = FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION;
    if (LocalSettings.isDefault(conf, key)) {
      conf.setInt(key, 1);
    }
  }

  /**
   * Checks that a folder does not exist, and that it can be made.
   *
   * @throws FileAlreadyExistsException when it exists; the message has whether an interrupted job
   *     has left it
   * @throws UsageException when it can't be made, as in {@link #checkPlace}
   */
  public static void check(Configuration conf, Path output) throws IOException {
    FileSystem fs = output.getFileSystem(conf);
    if (exists(fs, output)) {
      Path path = fs.makeQualified(output);
      String leftover = leftover(fs, path);
      throw new FileAlreadyExistsException(
          "output exists already: "
              + path
              + (leftover.isEmpty() ? "; remove it, or name another output" : leftover));
    }
    checkPlace(conf, output);
  }

  /**
   * Checks that a missing folder can be made, by making and removing its first missing ancestor.
   *
   * @throws UsageException when it can't, with the folder that prevents it and the reason
   */
  public static void checkPlace(Configuration conf, Path output) throws IOException {
    FileSystem fs = output.getFileSystem(conf);
    Path first = fs.makeQualified(output);
    if (JobScratch.isWithin(first)) {
      return;
    }
    while (first.getParent() != null && !exists(fs, first.getParent())) {
      first = first.getParent();
    }
    Path place = first.getParent();
    if (place == null || exists(fs, first)) {
      return;
    }
    try {
      if (!fs.getFileStatus(place).isDirectory()) {
        throw new UsageException(cannot(place) + "it is a file, not a folder");
      }
      if (!fs.mkdirs(first)) {
        throw new UsageException(cannot(place) + "a folder can't be made there");
      }
    } catch (IOException e) {
      throw new UsageException(cannot(place) + Failure.of(e).message());
    }
    try {
      fs.delete(first, false);
    } catch (PathIsNotEmptyDirectoryException e) {
      // another process has written there meanwhile: so it is writable
    }
  }

  private static String cannot(Path place) {
    return "no output can be made in " + place + ": ";
  }

  /** Whether a path exists; one below a file does not. */
  public static boolean exists(FileSystem fs, Path path) throws IOException {
    try {
      return fs.exists(path);
    } catch (ParentNotDirectoryException e) {
      return false;
    }
  }

  /**
   * Explains a committer's folder that a job has left in its output, and what to do.
   *
   * @return words that follow the folder's name; empty when there is no such folder
   */
  public static String leftover(FileSystem fs, Path output) throws IOException {
    for (FileStatus file : fs.listStatus(output)) {
      String name = file.getPath().getName();
      if (name.equals(FileOutputCommitter.PENDING_DIR_NAME) || name.startsWith(MAGIC)) {
        return "; it was left by a job that did not finish (it holds "
            + name
            + "): remove it, unless a job still writes there";
      }
    }
    return "";
  }
}
