// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.jobs.RecordIO;
import dev.recordio.jobs.run.local.OwnLocalFileSystem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Commands of the jobs jar in this JVM, on the local file system that they have in their own
 * process.
 */
public final class JobCommands {
  private final Configuration conf = new Configuration();

  /**
   * Makes the configuration that commands, and peers that read the same files, run on.
   *
   * @param definitions keys and values to set
   * @param folder on the file system for temporary files of jobs, next to their input
   */
  public JobCommands(Map<String, String> definitions, Path folder) throws IOException {
    conf.set(CommonConfigurationKeys.HADOOP_TMP_DIR, new Path(folder, "tmp").toUri().getPath());
    conf.setClass("fs.file.impl", OwnLocalFileSystem.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true); // this JVM has cached others
    definitions.forEach(conf::set);
  }

  /** Returns the configuration. */
  public Configuration conf() {
    return conf;
  }

  /**
   * Runs a command without progress.
   *
   * @throws IOException when it fails; the message has its output
   */
  public void run(Object... words) throws IOException {
    String[] line =
        Stream.concat(
                Stream.of(words[0].toString(), "-q"),
                Stream.of(words).skip(1).map(Object::toString))
            .toArray(String[]::new);
    var errors = new ByteArrayOutputStream();
    var err = new PrintStream(errors, true, StandardCharsets.UTF_8);
    var out = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    int code = RecordIO.run(conf, InputStream.nullInputStream(), out, err, line);
    if (code != 0) {
      throw new IOException(words[0] + " ended with " + code + ": " + errors);
    }
  }
}
