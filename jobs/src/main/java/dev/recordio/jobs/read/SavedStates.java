// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.reader.Reader;
import dev.recordio.reader.ReaderState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The states that {@code --resume} names, and the file that {@code --save} names. */
public final class SavedStates {
  private static final long MAX_BYTES = 1 << 28; // thousands of states in one file are far smaller

  private SavedStates() {}

  /**
   * Makes a reader continue where the states are.
   *
   * @param list files with one or more states each; {@code @FILE} is a file of such names
   * @throws InvalidSettingException when they are no states of this pipeline, or not all of them
   * @throws IOException when a file can't be read, or the input has changed
   */
  public static void restore(Configuration conf, String list, Reader<?> reader) throws IOException {
    var states = new ArrayList<ReaderState>();
    for (FileStatus file : InputListing.listWithEmpty(conf, paths(conf, list), null)) {
      states.add(read(conf, file));
    }
    try {
      reader.restore(ReaderState.of(states));
    } catch (UnsupportedOperationException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private static List<Path> paths(Configuration conf, String list) throws IOException {
    var paths = new ArrayList<Path>();
    for (String entry : InputSpec.entries(list)) {
      if (entry.startsWith("@")) {
        for (FileStatus names :
            InputListing.listWithEmpty(conf, List.of(new Path(entry.substring(1))), null)) {
          text(conf, names)
              .lines()
              .filter(name -> !name.isBlank())
              .map(Path::new)
              .forEach(paths::add);
        }
      } else {
        paths.add(new Path(entry));
      }
    }
    return paths;
  }

  private static ReaderState read(Configuration conf, FileStatus file) throws IOException {
    try {
      return ReaderState.parse(text(conf, file), file.getPath().toString());
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(e.getMessage() + ": " + file.getPath());
    }
  }

  private static String text(Configuration conf, FileStatus file) throws IOException {
    if (file.getLen() > MAX_BYTES) {
      throw new UsageException(
          String.format(
              "--resume takes small files of states, but %s has %s bytes",
              file.getPath(), file.getLen()));
    }
    byte[] bytes = Files.readAll(file.getPath().getFileSystem(conf), file.getPath());
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The file that takes the state of a run. */
  static final class File {
    private final Configuration conf;
    private final Path file;

    /**
     * Checks that there may be such a file.
     *
     * @throws UsageException when it is a folder
     * @throws IOException when its file system can't be reached
     */
    public File(Configuration conf, Path file) throws IOException {
      this.conf = conf;
      this.file = file;
      try {
        if (file.getFileSystem(conf).getFileStatus(file).isDirectory()) {
          throw new UsageException(
              "--save takes the name of a file, but a folder is there: " + file);
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
}
