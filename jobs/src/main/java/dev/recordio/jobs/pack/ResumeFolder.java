// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.shard.ShardOutputFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.util.Progressable;

/**
 * The folder {@code _resume} in an output that is not finished: what was being packed, and for each
 * shard that a task has finished a report. The shards themselves are where Hadoop's committer has
 * them: in a folder for each committed task, or, if the job was being committed, in the output.
 */
final class ResumeFolder {
  private static final String NAME = "_resume";
  private static final String STATE = "plan.json";
  private static final String KEPT = "kept";
  private static final String DONE = "shard.json";
  private static final Pattern REPORT = Pattern.compile("(part-\\d{5,})\\.attempt_.*");

  private final FileSystem fs;
  private final Path output;
  private final Path folder;

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

  /** Returns what is being packed; null when that is not known. */
  PackState state() throws IOException {
    var file = new Path(folder, STATE);
    return fs.exists(file) ? JsonFiles.read(fs, file, PackState.class) : null;
  }

  /** Writes down what is being packed, in one step. */
  void begin(Configuration conf, PackState state) throws IOException {
    try (var file = new FileReplacement(conf, fs, new Path(folder, STATE), state.job())) {
      file.out().write((JsonFiles.line(state) + "\n").getBytes(StandardCharsets.UTF_8));
      file.out().close();
      file.commit();
    }
  }

  /** Leaves the report of a task attempt. */
  void report(int shard, TaskAttemptID attempt, ShardReport report) throws IOException {
    JsonFiles.write(fs, new Path(folder, ShardReport.stem(shard) + "." + attempt), report);
  }

  /**
   * Makes a whole shard the output of its task, and checks all of its bytes. The first attempt of a
   * task does; if that attempt fails, another one packs the shard anew.
   *
   * @return its report; null when there is none, or one that is damaged, and it must be packed
   */
  ShardReport take(TaskInputOutputContext<?, ?, ?, ?> context, int shard) throws IOException {
    var kept = new Path(new Path(folder, KEPT), ShardReport.stem(shard));
    if (!fs.exists(new Path(kept, DONE))) {
      return null;
    }
    Path work = ShardOutputFormat.workFile(context, "", shard, "").getParent();
    var claimed = new Path(work, "_kept");
    fs.mkdirs(work);
    if (!Files.renameIfThere(fs, kept, claimed)) {
      return null; // another attempt has it
    }
    boolean sha256 = PackConf.SHA256.getBoolean(context.getConfiguration());
    ShardReport report = checked(claimed, sha256, context);
    if (report != null) {
      for (ShardReport.Part part : report.files()) {
        Files.rename(fs, new Path(claimed, part.name()), new Path(work, part.name()));
      }
    }
    fs.delete(claimed, true);
    return report;
  }

  /** Returns the report of a shard, if all its files have the bytes that the report says. */
  private ShardReport checked(Path kept, boolean sha256, Progressable progress) throws IOException {
    try {
      ShardReport report = ShardReport.read(fs, new Path(kept, DONE));
      var files = new ArrayList<ShardReport.Part>();
      for (ShardReport.Part part : report.files()) {
        var file = new Path(kept, part.name());
        if (fs.getFileStatus(file).getLen() != part.bytes()) {
          return null;
        }
        var found = ShardReport.Part.of(fs, file, sha256, progress);
        if (!found.crc32c().equals(part.crc32c())) {
          return null;
        }
        files.add(found);
      }
      return report.with(files);
    } catch (BadInputException | FileNotFoundException | ChecksumException e) {
      return null;
    }
  }

  void delete() throws IOException {
    fs.delete(folder, true);
  }

  /**
   * Moves whole shards, those whose files have the lengths in their reports, to folders of their
   * own, out of the way of another job.
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
    var done = new Path(kept, DONE);
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
      count += fs.exists(new Path(kept.getPath(), DONE)) ? 1 : 0;
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
