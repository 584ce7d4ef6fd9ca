// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.input.InputListing;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.Printable;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.output.NewOutput;
import dev.recordio.jobs.run.output.RealPath;
import java.io.IOException;
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
   * Checks an output, which is claimed.
   *
   * @param read the inputs, lists and roots that are read
   * @throws FileAlreadyExistsException when it exists, and no option allows that
   * @throws UsageException when the option does not allow this folder
   */
  static OutputPlace check(Configuration conf, Path output, List<Path> read) throws IOException {
    var place = new OutputPlace(conf, output);
    if (place.exists) {
      place.checkExisting(read);
    } else {
      NewOutput.check(conf, output, read);
    }
    return place;
  }

  boolean exists() {
    return exists;
  }

  private void checkExisting(List<Path> read) throws IOException {
    InputListing.requireThere(conf, read);
    boolean overwrite = PackConf.OVERWRITE.getBoolean(conf);
    var resume = new ResumeFolder(fs, output);
    PackState state = resume.state();
    if (!overwrite && !PackConf.RESUME.getBoolean(conf)) {
      if (state != null) {
        throw new FileAlreadyExistsException(
            "output exists already: "
                + output
                + "; it was left by a pack that did not finish: continue with --resume, start"
                + " again with --overwrite, or name another output");
      }
      NewOutput.check(conf, output, read);
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
              + " until it is complete)"
              + NewOutput.advice(fs, output));
    }
  }

  /** What is replaced must be an output, and nothing else. */
  private void checkReplaceable(boolean overwrite, List<Path> read) throws IOException {
    String option = overwrite ? "--overwrite" : "--resume";
    FileStatus folder = fs.getFileStatus(output);
    if (!folder.isDirectory()) {
      throw new UsageException(option + " replaces a folder, and this is a file: " + output);
    }
    Path real = RealPath.of(fs, output);
    for (Path kept : List.of(fs.getHomeDirectory(), fs.getWorkingDirectory())) {
      if (real.isRoot() || RealPath.isWithin(RealPath.of(fs, kept), real)) {
        throw new UsageException(
            option + " does not replace the root, the home or the current folder: " + output);
      }
    }
    NewOutput.checkKept(conf, output, read, option);
    String foreign = NewOutput.foreign(fs, output);
    if (foreign != null) {
      throw new UsageException(
          option
              + " replaces what jobs have written, and no job writes "
              + Printable.of(foreign)
              + ": "
              + output
              + "; name another output");
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
