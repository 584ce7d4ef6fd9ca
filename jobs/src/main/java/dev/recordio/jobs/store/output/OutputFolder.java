// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.output;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.OutputClaim;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * The new folder of a command that is no job. As with jobs, a file {@code _SUCCESS} says that it is
 * whole: {@link #commit} writes it last. Without {@link #commit} the folder is removed.
 */
public final class OutputFolder implements Closeable {
  private final OutputClaim claim;
  private final FileSystem fs;
  private final Path path;
  private boolean committed;

  private OutputFolder(OutputClaim claim, FileSystem fs, Path path) {
    this.claim = claim;
    this.fs = fs;
    this.path = path;
  }

  /**
   * Claims and makes the folder.
   *
   * @param inputs what is read
   * @throws org.apache.hadoop.mapred.FileAlreadyExistsException when it exists
   * @throws dev.recordio.jobs.run.error.UsageException when it can't be made
   */
  public static OutputFolder create(Configuration conf, Path path, List<Path> inputs)
      throws IOException {
    OutputClaim claim = OutputClaim.takeNew(conf, path, inputs);
    try {
      FileSystem fs = path.getFileSystem(conf);
      if (!fs.mkdirs(path)) {
        throw new IOException("can't make the folder " + path);
      }
      fs.deleteOnExit(fs.makeQualified(path)); // of a command that is stopped
      return new OutputFolder(claim, fs, fs.makeQualified(path));
    } catch (IOException | RuntimeException | Error e) {
      try (claim) {
        throw e;
      }
    }
  }

  /** Returns the folder. */
  public Path path() {
    return path;
  }

  /** Says that it is whole. */
  public void commit() throws IOException {
    Files.create(fs, new Path(path, FileOutputCommitter.SUCCEEDED_FILE_NAME)).close();
    committed = true;
    fs.cancelDeleteOnExit(path);
  }

  @Override
  public void close() throws IOException {
    try (claim) {
      if (!committed && !claim.isLost()) {
        fs.delete(path, true);
      }
    }
  }
}
