// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.input.LocalNames;
import dev.recordio.jobs.pack.source.CommonFolder;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.NewOutput;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.segment.JsonFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileAlreadyExistsException;

/**
 * Decides what becomes of an output that exists: an error, unless it is replaced ({@link
 * PackConf#OVERWRITE}) or was left by a run that did not finish ({@link PackConf#RESUME}). Changes
 * nothing.
 */
final class OutputPlace {
  private final Configuration conf;
  private final FileSystem fs;
  private final Path output;
  private final boolean exists;
  private PackState left;

  private OutputPlace(Configuration conf, Path output) throws IOException {
    this.conf = conf;
    fs = output.getFileSystem(conf);
    this.output = fs.makeQualified(output);
    exists = NewOutput.exists(fs, this.output);
  }

  /**
   * Checks an output.
   *
   * @param read the inputs, lists and roots that are read
   * @throws FileAlreadyExistsException when it exists, and no option allows that
   * @throws UsageException when the option does not allow this folder
   */
  static OutputPlace check(Configuration conf, Path output, List<Path> read)
      throws IOException, InterruptedException {
    var place = new OutputPlace(conf, output);
    if (place.exists) {
      place.checkExisting(read);
    } else {
      NewOutput.checkPlace(conf, output);
    }
    return place;
  }

  /** Whether there is an output already. */
  boolean exists() {
    return exists;
  }

  private void checkExisting(List<Path> read) throws IOException, InterruptedException {
    boolean overwrite = PackConf.OVERWRITE.getBoolean(conf);
    var resume = new ResumeFolder(fs, output);
    boolean hasState = resume.exists() && fs.exists(resume.state());
    if (!overwrite && !PackConf.RESUME.getBoolean(conf)) {
      if (hasState) {
        throw new FileAlreadyExistsException(
            "output exists already: "
                + output
                + "; it was left by a pack that did not finish: go on with --resume, begin anew with"
                + " --overwrite, or name another output");
      }
      NewOutput.check(conf, output);
    }
    PackState state = hasState ? JsonFiles.read(fs, resume.state(), PackState.class) : null;
    if (state != null && state.owner().isAlive(conf)) {
      throw new UsageException(
          "a pack still writes there: " + output + " (" + state.owner().words() + ")");
    }
    if (PackConf.RESUME.getBoolean(conf) && (state != null || !overwrite)) {
      checkResumable(resume, overwrite);
      left = state;
    }
    checkReplaceable(overwrite, read);
  }

  private void checkResumable(ResumeFolder resume, boolean overwrite) throws IOException {
    if (resume.isComplete() && !overwrite) {
      String fault = PackManifest.firstFault(fs, output);
      throw new UsageException(
          "--resume has nothing to go on with, the output is complete"
              + (fault == null
                  ? ""
                  : ", but " + fault + ", which its " + PackManifest.NAME + " lists")
              + ": "
              + output
              + " (--overwrite packs it anew)");
    }
    if (!resume.exists()) {
      throw new UsageException(
          "--resume has nothing to go on with: "
              + output
              + " was not left by a pack (an output on an object store's own committer has nothing"
              + " until it is complete); remove it, or name another output");
    }
  }

  /** What is replaced must be an output, and nothing else. */
  private void checkReplaceable(boolean overwrite, List<Path> read) throws IOException {
    String option = overwrite ? "--overwrite" : "--resume";
    FileStatus folder = fs.getFileStatus(output);
    if (!folder.isDirectory()) {
      throw new UsageException(option + " replaces a folder, and this is a file: " + output);
    }
    Path real = real(fs, output);
    for (Path kept : List.of(fs.getHomeDirectory(), fs.getWorkingDirectory())) {
      if (real.isRoot() || CommonFolder.isWithin(real(fs, kept), real)) {
        throw new UsageException(
            option + " does not replace the root, the home or the current folder: " + output);
      }
    }
    for (Path input : read) {
      FileSystem other = input.getFileSystem(conf);
      if (CommonFolder.isWithin(real(other, CommonFolder.beforeWildcards(input)), real)) {
        throw new UsageException(
            option + " would remove what is read: " + input + " is in the output " + output);
      }
    }
    String foreign = NewOutput.foreign(fs, output);
    if (foreign != null) {
      throw new UsageException(
          option
              + " replaces what jobs have written, and no job writes "
              + foreign
              + ": remove "
              + output
              + ", or name another output");
    }
  }

  /** Returns where a path leads, if it exists and links may be on the way. */
  private static Path real(FileSystem fs, Path path) throws IOException {
    Path qualified = fs.makeQualified(path);
    if (!LocalNames.isLocal(fs)) {
      return qualified;
    }
    try {
      return fs.makeQualified(new Path(LocalNames.real(qualified).toString()));
    } catch (FileNotFoundException | NoSuchFileException e) {
      return qualified;
    }
  }

  /**
   * Checks that a run which goes on packs the same.
   *
   * @throws UsageException with what differs
   */
  void checkSame(PackState now) {
    String difference = left == null ? "" : left.difference(now);
    if (!difference.isEmpty()) {
      throw new UsageException(
          "--resume packs the same as the run before, and this differs: "
              + difference
              + "; pack anew with --overwrite: "
              + output);
    }
  }

  /** Returns what the names of files in the output begin with; empty for a new output. */
  String prefix() {
    return exists ? output + Path.SEPARATOR : "";
  }
}
