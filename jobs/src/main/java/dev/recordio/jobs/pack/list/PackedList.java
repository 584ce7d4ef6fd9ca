// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.commit.ShardCommitter;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.run.error.UsageException;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * The list of what a job has packed ({@link PackConf#WRITE_LIST}): each task leaves the lines of
 * its shard, and the client writes them to one file after the job.
 */
public final class PackedList {
  private static final String FOLDER = "recordio.pack.plan.folder";
  private static final String PART = "list-";

  private PackedList() {}

  /**
   * Prepares a job.
   *
   * @param folder below which paths are relative
   */
  public static void install(Configuration conf, String folder) {
    conf.set(FOLDER, folder);
  }

  /** The lines of one shard. */
  public static final class Part implements Closeable {
    private final String folder;
    private final ListLines lines; // null when no list is wanted

    public Part(TaskInputOutputContext<?, ?, ?, ?> context, int shard) throws IOException {
      Configuration conf = context.getConfiguration();
      folder = conf.get(FOLDER, "");
      lines = PackConf.WRITE_LIST.get(conf).isEmpty() ? null : create(context, shard);
    }

    private static ListLines create(TaskInputOutputContext<?, ?, ?, ?> context, int shard)
        throws IOException {
      Path results = ((ShardCommitter) context.getOutputCommitter()).resultFolder(context);
      FileSystem fs = results.getFileSystem(context.getConfiguration());
      return new ListLines(
          Files.create(fs, new Path(results, PART + String.format("%07d", shard))));
    }

    /** Whether there is a list at all. */
    public boolean isWanted() {
      return lines != null;
    }

    /** Takes a source that has been packed. */
    public void add(Source source) throws IOException {
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

  /**
   * Checks the place of a list before anything is packed.
   *
   * @param output the folder of the shards: its readers would take the list for one
   * @param read lists that are read
   * @throws UsageException when no list can be there
   */
  public static void check(Configuration conf, Path list, Path output, Iterable<Path> read)
      throws IOException {
    FileSystem fs = list.getFileSystem(conf);
    Path file = fs.makeQualified(list);
    Path folder = output.getFileSystem(conf).makeQualified(output);
    if (file.getParent() == null || file.equals(folder)) {
      throw new UsageException("--write-list names no file: " + list);
    }
    String name = file.getName();
    if (file.getParent().equals(folder) && !name.startsWith("_") && !name.startsWith(".")) {
      throw new UsageException(
          "--write-list in the output needs a name that begins with _ : readers take any other file"
              + " there for a shard: "
              + list);
    }
    for (Path other : read) {
      if (other.getFileSystem(conf).makeQualified(other).equals(file)) {
        throw new UsageException("--write-list would replace the list that is read: " + list);
      }
    }
    try {
      if (fs.getFileStatus(file).isDirectory()) {
        throw new UsageException("--write-list takes the name of a file, not of a folder: " + list);
      }
    } catch (FileNotFoundException e) {
      return; // it will be made
    }
  }

  /**
   * Writes the list, replacing any that exists, in one step.
   *
   * @param tasks has a folder for each committed task
   */
  public static void write(Configuration conf, Path list, Path tasks) throws IOException {
    FileStatus[] parts = tasks.getFileSystem(conf).globStatus(new Path(tasks, "*/" + PART + "*"));
    Arrays.sort(parts, Comparator.comparing(part -> part.getPath().getName()));
    try (var file = new FileReplacement(conf, list, UUID.randomUUID().toString())) {
      for (FileStatus part : parts) {
        try (InputStream in = Files.open(conf, part.getPath(), Files.Reading.WHOLE)) {
          in.transferTo(file.out());
        }
      }
      file.out().close();
      file.commit();
    }
  }
}
