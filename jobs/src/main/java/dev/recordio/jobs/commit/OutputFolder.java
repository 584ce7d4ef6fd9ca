// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.commit;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.NewOutput;
import dev.recordio.jobs.run.OutputClaim;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * The new folder of a command that is no job: removed, unless the command says that it is whole.
 */
public final class OutputFolder implements Closeable {
  private final OutputClaim claim;
  private final FileSystem fs;
  private final Path path;
  private boolean isMade; // and not whole

  private OutputFolder(OutputClaim claim, FileSystem fs, Path path) {
    this.claim = claim;
    this.fs = fs;
    this.path = path;
  }

  /**
   * Claims a folder; nothing is made yet.
   *
   * @param inputs what is read
   * @param intoEmpty whether it may exist, if it is empty
   * @throws org.apache.hadoop.mapred.FileAlreadyExistsException when it exists
   * @throws dev.recordio.jobs.run.error.UsageException when it can't be made
   */
  public static OutputFolder claim(
      Configuration conf, Path path, List<Path> inputs, boolean intoEmpty) throws IOException {
    FileSystem fs = path.getFileSystem(conf);
    NewOutput.checkOutside(conf, path, inputs);
    OutputClaim.Check check =
        () -> {
          if (!intoEmpty || !isEmptyFolder(fs, path)) {
            NewOutput.check(conf, path, inputs);
          }
        };
    return new OutputFolder(OutputClaim.take(conf, path, check), fs, fs.makeQualified(path));
  }

  private static boolean isEmptyFolder(FileSystem fs, Path path) throws IOException {
    return fs.exists(path)
        && fs.getFileStatus(path).isDirectory()
        && fs.listStatus(path).length == 0;
  }

  /** Makes the folder. */
  public void make() throws IOException {
    if (!fs.mkdirs(path)) {
      throw new IOException("can't make the folder " + path);
    }
    isMade = true;
    fs.deleteOnExit(path); // of a command that is stopped
  }

  /** Returns the folder. */
  public Path path() {
    return path;
  }

  /** Says that it is whole. */
  public void keep() {
    isMade = false;
    fs.cancelDeleteOnExit(path);
  }

  /** Says that it is whole, by a file {@code _SUCCESS}, as with jobs. */
  public void succeed() throws IOException {
    Files.create(fs, new Path(path, FileOutputCommitter.SUCCEEDED_FILE_NAME)).close();
    keep();
  }

  @Override
  public void close() throws IOException {
    try (claim) {
      if (isMade && !claim.isLost()) {
        fs.delete(path, true);
        fs.cancelDeleteOnExit(path);
      }
    }
  }
}
