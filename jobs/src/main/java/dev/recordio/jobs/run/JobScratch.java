// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import java.nio.file.Files;
import java.util.UUID;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;

/** A private directory that client and tasks both reach, gone when the job is. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class JobScratch implements AutoCloseable {
  private final FileSystem fs;
  private final Path dir;

  private JobScratch(FileSystem fs, Path dir) throws IOException {
    this.fs = fs;
    this.dir = fs.makeQualified(dir);
    fs.deleteOnExit(this.dir); // for a client that is stopped
  }

  /** On the local file system for a local job, else in the user's staging area. */
  public static JobScratch create(Configuration conf) throws IOException, InterruptedException {
    if (LocalSettings.isLocal(conf)) {
      java.nio.file.Path dir = Files.createTempDirectory("recordio-job-");
      return new JobScratch(FileSystem.getLocal(conf).getRaw(), new Path(dir.toUri()));
    }
    Cluster cluster = new Cluster(conf);
    try {
      Path dir =
          new Path(
              JobSubmissionFiles.getStagingDir(cluster, conf), "recordio-" + UUID.randomUUID());
      FileSystem fs = dir.getFileSystem(conf);
      FileSystem.mkdirs(fs, dir, new FsPermission((short) 0700));
      return new JobScratch(fs, dir);
    } finally {
      cluster.close();
    }
  }

  /** A new directory below this one. */
  Path subdirectory(String name) throws IOException {
    Path path = new Path(dir, name);
    fs.mkdirs(path);
    return path;
  }

  /** Returns the directory, fully qualified. */
  public Path dir() {
    return dir;
  }

  @Override
  public void close() throws IOException {
    fs.delete(dir, true);
    fs.cancelDeleteOnExit(dir);
  }
}
