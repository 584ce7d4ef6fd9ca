// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * The folder {@code _resume} in an output that is not finished: what was being packed, and for each
 * shard that a task has finished a report. The shards themselves are where Hadoop's committer has
 * them: in a folder for each committed task, or, if the job was being committed, in the output.
 */
final class ResumeFolder {
  private static final String NAME = "_resume";
  private static final String STATE = "plan.json";
  private static final String KEPT = "kept";
  private static final Pattern REPORT = Pattern.compile("(part-\\d{5,})\\.attempt_.*");

  private final FileSystem fs;
  private final Path output;
  private final Path folder;

  /** The folder in an output, which need not exist. */
  ResumeFolder(FileSystem fs, Path output) {
    this.fs = fs;
    this.output = output;
    folder = new Path(output, NAME);
  }

  /** Whether a name in an output is the name of the folder. */
  static boolean isNamed(String name) {
    return name.equals(NAME);
  }

  boolean exists() throws IOException {
    return fs.exists(folder);
  }

  /** Returns where the state is. */
  Path state() {
    return new Path(folder, STATE);
  }

  /** Returns where a task attempt leaves its report. */
  Path report(int shard, TaskAttemptID attempt) {
    return new Path(folder, ShardReport.stem(shard) + "." + attempt);
  }

  /** Returns the folder of a whole shard and its report. */
  Path kept(int shard) {
    return new Path(new Path(folder, KEPT), ShardReport.stem(shard));
  }

  /** Removes the folder. */
  void delete() throws IOException {
    fs.delete(folder, true);
  }

  /**
   * Moves whole shards, those whose files have the lengths in their reports, to folders of their
   * own, out of the way of another job.
   *
   * @return how many there are
   */
  int gather() throws IOException {
    if (!exists()) {
      return 0;
    }
    var reports = new TreeMap<String, Path>();
    for (FileStatus file : fs.listStatus(folder)) {
      Matcher report = REPORT.matcher(file.getPath().getName());
      if (report.matches()) {
        reports.put(report.group(1), file.getPath());
      }
    }
    Map<String, FileStatus> found = found();
    var root = new Path(folder, KEPT);
    if (!reports.isEmpty()) {
      fs.mkdirs(root);
    }
    for (Map.Entry<String, Path> report : reports.entrySet()) {
      gather(new Path(root, report.getKey()), report.getValue(), found);
    }
    return count(root);
  }

  private void gather(Path kept, Path report, Map<String, FileStatus> found) throws IOException {
    var done = new Path(kept, ShardReport.NAME);
    if (fs.exists(done)) {
      return;
    }
    ShardReport shard;
    try {
      shard = ShardReport.read(fs, report);
    } catch (BadInputException e) {
      return; // the task was killed while it wrote it
    }
    if (shard.skipped() > 0 || !shard.files().stream().allMatch(part -> isWhole(part, found))) {
      return; // what could not be read is tried again
    }
    fs.mkdirs(kept);
    for (ShardReport.Part part : shard.files()) {
      Path from = found.get(part.name()).getPath();
      var to = new Path(kept, part.name());
      if (!from.equals(to)) {
        Files.rename(fs, from, to);
      }
    }
    Files.rename(fs, report, done); // the last step: now it is one
  }

  private static boolean isWhole(ShardReport.Part part, Map<String, FileStatus> found) {
    FileStatus file = found.get(part.name());
    return file != null && file.getLen() == part.bytes();
  }

  private int count(Path root) throws IOException {
    int count = 0;
    for (FileStatus kept : list(root)) {
      count += fs.exists(new Path(kept.getPath(), ShardReport.NAME)) ? 1 : 0;
    }
    return count;
  }

  /** Returns the files of committed tasks, by name. */
  private Map<String, FileStatus> found() throws IOException {
    var files = new HashMap<String, FileStatus>();
    if (!isComplete()) {
      addFiles(output, files); // some, if the job was being committed
    }
    for (FileStatus attempt : list(new Path(output, FileOutputCommitter.PENDING_DIR_NAME))) {
      for (FileStatus task : list(attempt.getPath())) {
        if (task.getPath().getName().startsWith("task_")) {
          addFiles(task.getPath(), files);
        }
      }
    }
    for (FileStatus kept : list(new Path(folder, KEPT))) {
      addFiles(kept.getPath(), files);
    }
    return files;
  }

  private void addFiles(Path place, Map<String, FileStatus> files) throws IOException {
    for (FileStatus file : list(place)) {
      if (file.isFile()) {
        files.put(file.getPath().getName(), file);
      }
    }
  }

  /** Whether a job has finished the output: it is another one's, which is to be replaced. */
  boolean isComplete() throws IOException {
    return fs.exists(new Path(output, PackManifest.NAME))
        || fs.exists(new Path(output, FileOutputCommitter.SUCCEEDED_FILE_NAME));
  }

  private FileStatus[] list(Path place) throws IOException {
    try {
      return fs.getFileStatus(place).isDirectory() ? fs.listStatus(place) : new FileStatus[0];
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }
}
