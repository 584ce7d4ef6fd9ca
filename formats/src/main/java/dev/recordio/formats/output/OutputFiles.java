// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.output;

import dev.recordio.fs.stream.Files;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The shards of an output when its job commits, and the files that are written about all of them.
 */
public final class OutputFiles {
  private final FileSystem resultFiles;
  private final Path tasks;
  private final List<WrittenShard> shards;
  private final Set<String> names = new LinkedHashSet<>();
  private FileSystem fs;
  private Path output;

  /**
   * Makes the files.
   *
   * @param tasks has a folder for each committed task
   * @param shards in order
   */
  public OutputFiles(FileSystem resultFiles, Path tasks, List<WrittenShard> shards) {
    this.resultFiles = resultFiles;
    this.tasks = tasks;
    this.shards = shards;
    shards.forEach(shard -> names.addAll(shard.names()));
  }

  /** Specifies where the shards are, now that they are visible. */
  public void in(FileSystem outputFiles, Path folder) {
    fs = outputFiles;
    output = folder;
  }

  public List<WrittenShard> shards() {
    return shards;
  }

  public FSDataOutputStream create(String name) throws IOException {
    names.add(name);
    return Files.overwrite(fs, new Path(output, name));
  }

  /** Opens what a task left of a shard ({@link ShardFiles#createResult}). */
  public FSDataInputStream result(WrittenShard shard, String suffix) throws IOException {
    String name = ShardFiles.resultName(shard.shard(), suffix);
    FileStatus[] found = resultFiles.globStatus(new Path(tasks, "*/" + name));
    if (found.length == 0) {
      throw new FileNotFoundException("no task has left " + name + " in " + tasks);
    }
    return Files.open(resultFiles, found[0], Files.Reading.SEQUENTIAL);
  }

  /** Returns the names of all files, and of folders of files, in the output. */
  public List<String> names() {
    return List.copyOf(names);
  }
}
