// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.jobs.run.error.UsageException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The file that takes the state of a run. */
public final class StateFile {
  private final Configuration conf;
  private final Path file;

  /**
   * Checks that there may be such a file.
   *
   * @throws UsageException when it is a folder
   * @throws IOException when its file system can't be reached
   */
  public StateFile(Configuration conf, Path file) throws IOException {
    this.conf = conf;
    this.file = file;
    try {
      if (file.getFileSystem(conf).getFileStatus(file).isDirectory()) {
        throw new UsageException("--save takes the name of a file, but a folder is there: " + file);
      }
    } catch (FileNotFoundException e) {
      return; // it will be created
    }
  }

  /** Replaces the file in one step. */
  public void write(String state) throws IOException {
    try (var replacement = new FileReplacement(conf, file, UUID.randomUUID().toString())) {
      replacement.out().write((state + "\n").getBytes(StandardCharsets.UTF_8));
      replacement.out().close();
      replacement.commit();
    }
  }
}
