// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.output;

import dev.recordio.fs.input.DataFiles;
import dev.recordio.fs.input.InputListing;
import dev.recordio.jobs.run.error.Failure;
import dev.recordio.jobs.run.error.Printable;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.local.LocalSettings;
import dev.recordio.jobs.run.local.RunConf;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
 * The folder that a job makes, and that must not exist before. While the job runs, it is claimed
 * ({@link OutputClaim}). If the job fails, what it has left there is removed, so that the same
 * command can be run again.
 */
public final class NewOutput implements Closeable {
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

  /** What {@code pack} writes beside its manifest. */
  private static final Pattern OF_PACK =
      Pattern.compile("\\.?" + Pattern.quote(DataFiles.CLASSES) + "(\\.crc)?");

  private static final String PACKED = "_pack.json";

  private static final String KEEP = "recordio.job.keep-output";

  private static final String REMOVE = "; remove it, or name another output";

  private final FileSystem fs;
  private final Path path;
  private final OutputClaim claim;
  private final boolean ownsClaim;
  private final boolean removable;

  private NewOutput(Configuration conf, Path output) throws IOException {
    fs = output.getFileSystem(conf);
    path = fs.makeQualified(output);
    OutputClaim wider = OutputClaim.covering(conf, output);
    ownsClaim = wider == null;
    claim = ownsClaim ? OutputClaim.take(conf, output) : wider;
    try {
      removable =
          !JobScratch.isWithin(output) && !conf.getBoolean(KEEP, false) && !fs.exists(output);
    } catch (IOException | RuntimeException | Error e) {
      try (this) {
        throw e;
      }
    }
  }

  /**
   * Returns the output of a job that is about to be submitted, and claims it, unless the job has a
   * claim that covers it.
   *
   * @return null when the job has none
   */
  public static NewOutput of(Job job) throws IOException {
    Path output = FileOutputFormat.getOutputPath(job);
    return output == null ? null : new NewOutput(job.getConfiguration(), output);
  }

  /** Makes a job that fails keep its output, which it has cleaned up itself. */
  public static void keep(Configuration conf) {
    conf.setBoolean(KEEP, true);
  }

  /** Returns the folder, fully qualified. */
  public Path path() {
    return path;
  }

  /** Returns the claim that covers the folder. */
  public OutputClaim claim() {
    return claim;
  }

  /** Gives the folder back, if it was claimed here. */
  @Override
  public void close() {
    if (ownsClaim) {
      claim.close();
    }
  }

  /**
   * The result of removing.
   *
   * @param removed whether the folder existed, and was removed
   * @param foreign the name of a file in it that no job writes, so that the folder stays; else null
   */
  public record Rest(boolean removed, String foreign) {}

  /**
   * Removes what a failed job has left. A folder that was there before is not changed, nor one with
   * anything that jobs do not write.
   *
   * @throws IOException when it can't be removed, or may be another command's by now
   */
  public Rest discard() throws IOException {
    if (!removable || !fs.exists(path)) {
      return new Rest(false, null);
    }
    if (claim.isLost()) {
      throw new IOException("its claim was removed, so another command may write there");
    }
    String foreign = foreign(fs, path);
    if (foreign == null && !fs.delete(path, true) && fs.exists(path)) {
      throw new IOException("it can't be removed");
    }
    return new Rest(foreign == null, foreign);
  }

  /** Returns the name of a file below a folder that no job writes; null when there is none. */
  public static String foreign(FileSystem fs, Path folder) throws IOException {
    FileStatus[] files = fs.listStatus(folder);
    boolean packed = Stream.of(files).anyMatch(file -> file.getPath().getName().equals(PACKED));
    for (FileStatus file : files) {
      String name = file.getPath().getName();
      if (OF_JOBS.matcher(name).matches() || packed && OF_PACK.matcher(name).matches()) {
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
   * Makes Hadoop's own committer move all files when the job commits. Its default moves the files
   * of each task when the task ends, so these files stay when the job fails later. A user's own
   * choice of algorithm or committer is kept.
   */
  public static void commitTogether(Configuration conf) {
    String key = FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION;
    if (LocalSettings.isDefault(conf, key)) {
      conf.setInt(key, 1);
    }
  }

  /**
   * Checks that a folder does not exist, and that it can be made. Nobody is advised to remove a
   * folder that holds anything else than an output: words of the command line may be swapped.
   *
   * @param inputs what is read; one that is missing is the error that comes first
   * @throws java.io.FileNotFoundException when the output exists, and an input does not
   * @throws FileAlreadyExistsException when it exists; the message has whether an interrupted job
   *     has left it
   * @throws UsageException when it can't be made, as in {@link #checkPlace}
   */
  public static void check(Configuration conf, Path output, List<Path> inputs) throws IOException {
    FileSystem fs = output.getFileSystem(conf);
    if (!exists(fs, output)) {
      if (RunConf.DRY_RUN.getBoolean(conf)) {
        checkPlace(conf, output); // a claim shows it otherwise
      }
      return;
    }
    InputListing.requireThere(conf, inputs);
    throw new FileAlreadyExistsException(existing(fs, fs.makeQualified(output)));
  }

  /** Returns what is said of an output that exists, and what to do. */
  private static String existing(FileSystem fs, Path output) throws IOException {
    if (!fs.getFileStatus(output).isDirectory()) {
      return "output exists already, and is a file: " + output + "; name another output";
    }
    String foreign = foreign(fs, output);
    if (foreign != null && !isFinished(fs, output)) {
      return "output exists already, and holds "
          + Printable.of(foreign)
          + ": "
          + output
          + "; name another output";
    }
    String leftover = leftover(fs, output);
    return "output exists already: " + output + (leftover.isEmpty() ? REMOVE : leftover);
  }

  private static boolean isFinished(FileSystem fs, Path output) throws IOException {
    return fs.exists(new Path(output, FileOutputCommitter.SUCCEEDED_FILE_NAME));
  }

  /**
   * Returns what to do about a folder in the way: nobody is advised to remove what is no output.
   */
  public static String advice(FileSystem fs, Path output) throws IOException {
    return foreign(fs, output) == null || isFinished(fs, output) ? REMOVE : "; name another output";
  }

  /**
   * Checks that an output is not in a folder that is read: the next run would read it, too.
   *
   * @param inputs files, whose folder may hold the output; folders; and globs, which may not match
   *     it, nor a folder above it
   * @throws UsageException when it is, through symbolic links too
   */
  public static void checkOutside(Configuration conf, Path output, List<Path> inputs)
      throws IOException {
    for (Path input : inputs) {
      if (RealPath.reads(conf, input, output)) {
        InputListing.requireThere(conf, inputs);
        throw new UsageException(
            input.equals(output)
                ? "the output is the input itself: " + output + "; name another output"
                : "the output is in the input "
                    + input
                    + ", and the next run would read it: "
                    + output
                    + "; name a folder outside");
      }
    }
  }

  /**
   * Checks that nothing that is read is in an output that is replaced.
   *
   * @param option the option that replaces it, for the message
   * @throws UsageException when something is, through symbolic links too
   */
  public static void checkKept(Configuration conf, Path output, List<Path> inputs, String option)
      throws IOException {
    Path real = RealPath.of(output.getFileSystem(conf), output);
    for (Path input : inputs) {
      Path base = RealPath.beforeWildcards(input);
      if (RealPath.isWithin(RealPath.of(base.getFileSystem(conf), base), real)) {
        throw new UsageException(
            option + " would remove what is read: " + input + " is in the output " + output);
      }
    }
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
