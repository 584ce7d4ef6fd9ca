// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/** The folder that a job is to make, and that must not be there yet. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class NewOutput {
  /** What S3A's magic committer calls the folder of uploads that wait; a job's id may follow. */
  private static final String MAGIC = "__magic";

  private static final String UNIQUE_NAMES = "fs.s3a.committer.staging.unique-filenames";

  private NewOutput() {}

  /**
   * Makes S3A's staging committers leave the names of files alone: in a new folder there are no
   * others to be told from.
   */
  public static void keepNames(Configuration conf) {
    conf.setBoolean(UNIQUE_NAMES, false);
  }

  /**
   * Checks that a folder is not there.
   *
   * @throws FileAlreadyExistsException when it is; tells whether a job that broke off has left it
   */
  public static void check(Configuration conf, Path output) throws IOException {
    FileSystem fs = output.getFileSystem(conf);
    if (fs.exists(output)) {
      Path path = fs.makeQualified(output);
      String leftover = leftover(fs, path);
      throw new FileAlreadyExistsException(
          "output exists already: "
              + path
              + (leftover.isEmpty() ? "; remove it, or name another output" : leftover));
    }
  }

  /**
   * Tells what the folder of a committer means that a job has left in its output, and what to do.
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
