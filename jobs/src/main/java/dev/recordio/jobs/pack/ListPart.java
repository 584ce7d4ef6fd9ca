// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.Source;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/** The lines of {@link PackConf#WRITE_LIST} for one shard, which its task writes as it packs. */
final class ListPart implements Closeable {
  /** The name of the file, in the folder of the task's results. */
  static final String NAME = "list";

  private static final String FOLDER = "recordio.pack.plan.folder";
  private static final int CHUNK = 1 << 16;

  private final StringBuilder lines = new StringBuilder();
  private final String folder;
  private final OutputStream out; // null when no list is wanted

  /** Creates the part of a task attempt. */
  ListPart(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    Configuration conf = context.getConfiguration();
    folder = conf.get(FOLDER, "");
    out = PackConf.WRITE_LIST.get(conf).isEmpty() ? null : create(conf, context);
  }

  private static OutputStream create(Configuration conf, TaskInputOutputContext<?, ?, ?, ?> context)
      throws IOException {
    Path results = ((ManifestCommitter) context.getOutputCommitter()).resultFolder(context);
    FileSystem fs = results.getFileSystem(conf);
    return Files.create(fs, new Path(results, NAME));
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
    return out != null;
  }

  /** Takes a source that has been packed. */
  void add(Source source) throws IOException {
    if (out == null) {
      return;
    }
    ListedName.append(lines, folder, source);
    if (lines.length() >= CHUNK) {
      flush();
    }
  }

  private void flush() throws IOException {
    out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
    lines.setLength(0);
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      try (out) {
        flush();
      }
    }
  }
}
