// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.UsageException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes the list of what a job has packed, from the parts that its tasks have left. */
final class WrittenList {
  private WrittenList() {}

  /**
   * Checks the place of a list before anything is packed.
   *
   * @param output the folder of the shards: its readers would take the list for one
   * @param read lists that are read
   * @throws UsageException when no list can be there
   */
  static void check(Configuration conf, Path list, Path output, List<Path> read)
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
   * @param parts in the order of the shards
   */
  static void write(Configuration conf, Path list, List<Path> parts) throws IOException {
    try (var file = new FileReplacement(conf, list, UUID.randomUUID().toString())) {
      for (Path part : parts) {
        try (InputStream in = Files.open(conf, part, Files.Reading.WHOLE)) {
          in.transferTo(file.out());
        }
      }
      file.out().close();
      file.commit();
    }
  }
}
