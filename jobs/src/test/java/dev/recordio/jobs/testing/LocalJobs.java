// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.testing;

import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.local.OwnLocalFileSystem;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Configurations for commands and jobs in this process, on local files.
 *
 * <p>The local file system is the one that the program uses, with Hadoop's checksums. Hadoop's own
 * starts a program for each new file and folder, which takes longer than most jobs here.
 */
public final class LocalJobs {
  static {
    shareFileSystem();
  }

  private LocalJobs() {}

  /** Returns a configuration of jobs that keep their files below the build folder. */
  public static Configuration conf() {
    Configuration conf = LocalFiles.checked();
    PackConf.READ_RETRY_WAIT.set(conf, 1); // of thousands of cut archives
    return conf;
  }

  /** Returns a configuration of jobs that keep their files below a test's own folder. */
  public static Configuration conf(Path scratch) {
    Configuration conf = conf();
    conf.set("hadoop.tmp.dir", scratch.resolve("hadoop").toString());
    return conf;
  }

  /**
   * Makes Hadoop's local runner run all jobs, as it does if they have files to unpack.
   *
   * @return the same configuration
   */
  public static Configuration useRunner(Configuration conf) {
    conf.set("mapreduce.job.cache.archives", ""); // none
    return conf;
  }

  /**
   * Makes it the local file system of this process, instead of one that a test has made that ran
   * before. No configuration names it, as in the program itself: a job in containers may lack the
   * class.
   */
  public static void shareFileSystem() {
    Configuration own = LocalFiles.checked();
    own.setClass("fs.file.impl", OwnLocalFileSystem.class, FileSystem.class);
    try {
      if (!(FileSystem.getLocal(own) instanceof OwnLocalFileSystem)) {
        FileSystem.getLocal(own).close(); // and leaves Hadoop's cache
      }
      FileSystem.getLocal(own).setWriteChecksum(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
