// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.output;

import dev.recordio.jobs.run.local.LocalSettings;
import java.io.IOException;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRConfig;

/**
 * A private directory for client and tasks, removed after the job; on local disks by the next
 * client, if this one is killed.
 */
public final class JobScratch implements AutoCloseable {
  private static final FsPermission PRIVATE = new FsPermission((short) 0700);

  private static final String RANDOM = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  private static final Pattern NAME = Pattern.compile("recordio-" + RANDOM);

  /** Also the folder of append, whose name no other command has either. */
  private static final Pattern OWN = Pattern.compile("(recordio|_append)-" + RANDOM);

  private final FileSystem fs;
  private final Path dir;
  private final ScratchOwner owner; // null on a cluster

  private JobScratch(FileSystem fs, Path dir, boolean local) throws IOException {
    this.fs = fs;
    this.dir = fs.makeQualified(dir);
    if (!FileSystem.mkdirs(fs, this.dir, PRIVATE)) {
      throw new IOException("cannot create the directory " + this.dir);
    }
    fs.deleteOnExit(this.dir); // for a client that is stopped
    owner = local ? ScratchOwner.of(this.dir) : null; // for one that is killed
  }

  /** In the first local directory of MapReduce for a local job, else in the user's staging area. */
  public static JobScratch create(Configuration conf) throws IOException, InterruptedException {
    String name = "recordio-" + UUID.randomUUID();
    if (LocalSettings.isLocal(conf)) {
      var folder = new Path(conf.getTrimmedStrings(MRConfig.LOCAL_DIR)[0]);
      ScratchOwner.removeLeft(folder, NAME);
      return new JobScratch(FileSystem.getLocal(conf).getRaw(), new Path(folder, name), true);
    }
    Cluster cluster = new Cluster(conf);
    try {
      Path dir = new Path(JobSubmissionFiles.getStagingDir(cluster, conf), name);
      return new JobScratch(dir.getFileSystem(conf), dir, false);
    } finally {
      cluster.close();
    }
  }

  /** Whether a path is in a directory that is one job's alone, by its name. */
  static boolean isWithin(Path path) {
    for (Path dir = path; dir != null; dir = dir.getParent()) {
      if (OWN.matcher(dir.getName()).matches()) {
        return true;
      }
    }
    return false;
  }

  /** A new directory below this one. */
  public Path subdirectory(String name) throws IOException {
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
    try (owner) {
      fs.delete(dir, true);
    }
    fs.cancelDeleteOnExit(dir);
  }
}
