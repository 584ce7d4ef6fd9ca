// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.append;

import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.stream.Files;
import dev.recordio.fs.stream.PublishWay;
import dev.recordio.fs.stream.Publisher;
import dev.recordio.fs.stream.Unanswered;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.output.OutputClaim;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Puts a part, written in a hidden folder, into its set.
 *
 * <p>Of many writers one creates the claim to the part's name, a hidden file that names the folder.
 * From then on the part is committed: whoever finds the claim may move its files, the indexes
 * before the records, so that a writer that was killed leaves nothing half done that the next one
 * does not complete. Readers see the part when the file of its records has its name.
 */
final class AppendCommit implements Closeable {
  /** What the name of a claim begins with; the name of the part follows. */
  static final String CLAIM = "_append.";

  private static final String FOLDER = "_append-";
  private static final String WRITTEN = "part-00000"; // in the folder
  private static final Pattern CLAIMED = Pattern.compile("(" + FOLDER + "[0-9a-f-]{36})\n");
  private static final List<String> INDEXES = List.of(RecordFiles.INDEX, RecordFiles.BINARY_INDEX);

  /** A job seldom takes longer; what it has written lately is younger. */
  private static final long LEFT_MILLIS = TimeUnit.DAYS.toMillis(1);

  private final Configuration conf;
  private final FileSystem fs;
  private final RecordSet set;
  private final Path written;
  private final Publisher publisher;
  private boolean claimed;

  /**
   * Prepares the commit.
   *
   * @param written the hidden folder, which need not exist yet
   */
  AppendCommit(Configuration conf, RecordSet set, Path written) throws IOException {
    this.conf = conf;
    this.set = set;
    this.written = written;
    fs = written.getFileSystem(conf);
    publisher =
        ArrangeConf.APPEND_PUBLISH
            .getEnum(conf, PublishWay.class)
            .publisher(conf, set.folder(), ArrangeConf.APPEND_PUBLISH.key());
  }

  /** Returns a new name of a hidden folder in a set. */
  static Path newFolder(RecordSet set) {
    return new Path(set.folder(), FOLDER + UUID.randomUUID());
  }

  /** Returns the path that the part gets. */
  Path part() {
    return new Path(set.folder(), set.next() + RecordFiles.RECORDS);
  }

  /**
   * Makes the part visible.
   *
   * @throws JobFailedException when the set is not what it was
   * @throws dev.recordio.jobs.run.error.UsageException when another command is replacing it
   */
  void commit() throws IOException, JobFailedException {
    OutputClaim.refuseClaimed(conf, set.folder());
    if (!RecordSet.list(conf, set.folder()).hasPartsOf(set)) {
      throw changed("it has other parts than when the append began");
    }
    if (!fs.exists(new Path(written, WRITTEN + RecordFiles.RECORDS))) {
      throw changed("it was replaced, and the new part was removed with the old ones");
    }
    Path file = claim(set.folder(), set.next());
    byte[] claim = (written.getName() + "\n").getBytes(StandardCharsets.UTF_8);
    String winner =
        Unanswered.settle(
            () -> publisher.publish(file, claim) ? written.getName() : null,
            () -> folder(file, Files.readAll(fs, file)),
            "the claim " + file);
    if (!winner.equals(written.getName())) {
      throw changed("another append is just putting its part into it");
    }
    claimed = true;
    if (!move(fs, conf, set.folder(), written, set.next())) {
      throw changed("another append was faster");
    }
  }

  private static Path claim(Path set, String part) {
    return new Path(set, CLAIM + part);
  }

  private JobFailedException changed(String how) {
    return new JobFailedException(
        "the set has changed meanwhile: "
            + set.folder()
            + ": "
            + how
            + "; nothing was appended, run the same command again",
        ExitCode.JOB_FAILED);
  }

  /**
   * Moves the files of a claimed part that are not in their places yet, and removes folder and
   * claim; several processes may do so at once.
   *
   * @return false when the name is another part's
   */
  private static boolean move(
      FileSystem fs, Configuration conf, Path set, Path written, String name) throws IOException {
    var from = new Path(written, WRITTEN + RecordFiles.RECORDS);
    var to = new Path(set, name + RecordFiles.RECORDS);
    boolean taken = fs.exists(to) && fs.exists(from); // in this order: another may just move it
    if (!taken) {
      for (String suffix : INDEXES) {
        moveIndex(fs, conf, new Path(written, WRITTEN + suffix), new Path(set, name + suffix));
      }
      moveRecords(fs, from, to);
    }
    fs.delete(claim(set, name), false);
    fs.delete(written, true);
    return !taken;
  }

  private static void moveIndex(FileSystem fs, Configuration conf, Path from, Path to)
      throws IOException {
    try {
      if (fs.exists(from)) {
        Files.replace(conf, fs, from, to);
      }
    } catch (FileNotFoundException e) {
      // another process has just moved it
    }
  }

  private static void moveRecords(FileSystem fs, Path from, Path to) throws IOException {
    try {
      if (fs.exists(from)) {
        Files.rename(fs, from, to);
      }
    } catch (IOException e) {
      if (fs.exists(from) || !fs.exists(to)) {
        throw e;
      }
    }
  }

  /** Does what {@link AppendJob#recover} promises. */
  static Path recover(Configuration conf, Path folder) throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    Path set = fs.makeQualified(folder);
    Path completed = null;
    if (!fs.exists(set)) {
      return null;
    }
    for (FileStatus claim : fs.listStatus(set, path -> path.getName().startsWith(CLAIM))) {
      completed = complete(fs, conf, set, claim.getPath());
    }
    for (FileStatus left : fs.listStatus(set, path -> path.getName().startsWith(FOLDER))) {
      if (System.currentTimeMillis() - newest(fs, left) > LEFT_MILLIS) {
        fs.delete(left.getPath(), true);
      }
    }
    return completed;
  }

  private static Path complete(FileSystem fs, Configuration conf, Path set, Path claim)
      throws IOException {
    String folder;
    try {
      folder = folder(claim, Files.readAll(fs, claim));
    } catch (FileNotFoundException e) {
      return null; // its writer has just finished
    }
    String part = claim.getName().substring(CLAIM.length());
    boolean moved = move(fs, conf, set, new Path(set, folder), part);
    return moved ? new Path(set, part + RecordFiles.RECORDS) : null;
  }

  private static String folder(Path claim, byte[] text) throws BadInputException {
    Matcher folder = CLAIMED.matcher(new String(text, StandardCharsets.UTF_8));
    if (!folder.matches()) {
      throw new BadInputException(
          "not a file that append wrote: " + claim + "; remove it if no append is running", null);
    }
    return folder.group(1);
  }

  private static long newest(FileSystem fs, FileStatus folder) throws IOException {
    long newest = folder.getModificationTime();
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(folder.getPath(), true);
    while (files.hasNext()) {
      newest = Math.max(newest, files.next().getModificationTime());
    }
    return newest;
  }

  /** Removes what was written, unless it is committed. */
  @Override
  public void close() throws IOException {
    if (!claimed) {
      fs.delete(written, true);
    }
  }
}
