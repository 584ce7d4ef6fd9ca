// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.Source;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/** The lines of {@link PackConf#WRITE_LIST} for one shard, which its task writes as it packs. */
final class ListPart implements Closeable {
  /** The name of the file, in the folder of the task's results. */
  static final String NAME = "list";

  private static final String FOLDER = "recordio.pack.plan.folder";

  private final String folder;
  private final ListLines lines; // null when no list is wanted

  /** Creates the part of a task attempt. */
  ListPart(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    Configuration conf = context.getConfiguration();
    folder = conf.get(FOLDER, "");
    lines = PackConf.WRITE_LIST.get(conf).isEmpty() ? null : create(conf, context);
  }

  private static ListLines create(Configuration conf, TaskInputOutputContext<?, ?, ?, ?> context)
      throws IOException {
    Path results = ((ManifestCommitter) context.getOutputCommitter()).resultFolder(context);
    FileSystem fs = results.getFileSystem(conf);
    return new ListLines(Files.create(fs, new Path(results, NAME)));
  }

  /**
   * Prepares a job.
   *
   * @param folder below which paths are relative
   */
  static void install(Configuration conf, String folder) {
    conf.set(FOLDER, folder);
  }

  /** Whether there is a list at all. */
  boolean isWanted() {
    return lines != null;
  }

  /** Takes a source that has been packed. */
  void add(Source source) throws IOException {
    if (lines != null) {
      lines.add(folder, source);
    }
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
    }
  }
}
