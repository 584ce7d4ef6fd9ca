// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.split;

import dev.recordio.fs.stream.Files;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Data that a client passes to a job in a file whose path is in the configuration. So the
 * configuration, which each task loads, does not grow with it.
 */
public final class ScratchFile {
  private static final int BUFFER = 1 << 16;

  private ScratchFile() {}

  /** The content of a file. */
  @FunctionalInterface
  public interface Content {
    /** Writes the whole content. */
    void write(DataOutput out) throws IOException;
  }

  /**
   * Reads what a {@link Content} wrote.
   *
   * @param <T> the type of the result
   */
  @FunctionalInterface
  public interface Reader<T> {
    /** Reads the whole content. */
    T read(DataInput in) throws IOException;
  }

  /**
   * Writes a file, replacing an existing one.
   *
   * @param conf the job's configuration, in which {@code key} becomes the path
   * @param file a path that tasks can read and that exists as long as the job
   */
  public static void write(Configuration conf, String key, Path file, Content content)
      throws IOException {
    try (var out =
        new DataOutputStream(
            new BufferedOutputStream(Files.overwrite(file.getFileSystem(conf), file), BUFFER))) {
      content.write(out);
    }
    conf.set(key, file.toString());
  }

  /**
   * Reads the file of a key.
   *
   * @throws IOException also when the file ends before or after what it should hold
   */
  public static <T> T read(Configuration conf, String key, Reader<T> reader) throws IOException {
    var file = new Path(conf.get(key));
    try (var in =
        new DataInputStream(
            new BufferedInputStream(Files.open(conf, file, Files.Reading.WHOLE), BUFFER))) {
      T content = reader.read(in);
      if (in.read() >= 0) {
        throw new IOException("not what " + key + " should be, but more: " + file);
      }
      return content;
    } catch (EOFException e) {
      throw new IOException("not all of what " + key + " should be: " + file, e);
    }
  }
}
