// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.fs.stream.Files;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The shards of an export when its job commits, and the files that are written about all of them.
 */
public final class ExportedFiles {
  private final Configuration conf;
  private final FileSystem resultFiles;
  private final Map<Integer, Path> folders = new HashMap<>(); // of the results of each shard
  private final List<ShardReport> shards = new ArrayList<>();
  private final Set<String> names = new LinkedHashSet<>();
  private FileSystem fs;
  private Path output;

  /**
   * Reads the reports of all shards.
   *
   * @param tasks has a folder for each committed task
   * @param count how many shards there must be
   * @throws IOException also when a report is missing
   */
  public ExportedFiles(Configuration conf, FileSystem resultFiles, Path tasks, int count)
      throws IOException {
    this.conf = conf;
    this.resultFiles = resultFiles;
    var found = new ShardReport[count];
    for (FileStatus task : resultFiles.listStatus(tasks)) {
      for (FileStatus file : resultFiles.listStatus(task.getPath())) {
        if (ShardReport.isReport(file.getPath().getName())) {
          ShardReport report = ShardReport.read(resultFiles, file.getPath());
          found[report.shard()] = report;
          folders.put(report.shard(), task.getPath());
        }
      }
    }
    for (int i = 0; i < count; i++) {
      if (found[i] == null) {
        throw new IOException("no task has committed shard " + i + " of " + count);
      }
      shards.add(found[i]);
      names.addAll(found[i].names());
    }
  }

  /** Specifies where the shards are, now that they are visible. */
  public void in(FileSystem outputFiles, Path folder) {
    fs = outputFiles;
    output = folder;
  }

  /** Returns the job's configuration. */
  public Configuration conf() {
    return conf;
  }

  /** Returns what all shards share. */
  public ExportPlan plan() throws IOException {
    return ExportPlan.of(conf);
  }

  /** Returns the shards, in order. */
  public List<ShardReport> shards() {
    return shards;
  }

  /** Creates a file at the top of the output. */
  public FSDataOutputStream create(String name) throws IOException {
    names.add(name);
    return Files.overwrite(fs, new Path(output, name));
  }

  /** Opens what a task left of a shard ({@link ShardFiles#createResult}). */
  public FSDataInputStream result(int shard, String suffix) throws IOException {
    Path folder = folders.get(shard);
    if (folder == null) {
      throw new FileNotFoundException("there is no shard " + shard);
    }
    Path file = new Path(folder, ShardFiles.resultName(shard, suffix));
    return Files.open(resultFiles, file, Files.Reading.SEQUENTIAL);
  }

  /** Returns the names of all files, and of folders of files, in the output. */
  public List<String> names() {
    return List.copyOf(names);
  }
}
