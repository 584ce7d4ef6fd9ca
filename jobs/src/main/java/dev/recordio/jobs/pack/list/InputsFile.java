// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;

/**
 * The file of {@link PackConf#INPUTS_FROM}: an input a line, in UTF-8, taken as it is: blanks,
 * commas, {@code #} and quotes are part of the name. Empty lines are left out, and a byte order
 * mark at the start.
 */
public final class InputsFile {
  private static final String STANDARD_INPUT = "-";
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private InputsFile() {}

  /**
   * Returns the inputs, in order.
   *
   * @param standardInput is read, and closed, in place of a file with the name -
   * @throws BadInputException when there is none
   * @throws MalformedRecordException when a line is no path
   * @throws FileNotFoundException when there is no such file
   */
  public static List<Path> read(Configuration conf, InputStream standardInput) throws IOException {
    String name = PackConf.INPUTS_FROM.get(conf);
    var inputs = new ArrayList<Path>();
    var line = new Text();
    long offset = 0;
    try (var lines =
        new LineReader(name.equals(STANDARD_INPUT) ? standardInput : open(conf, name))) {
      long number = 1;
      for (int read = lines.readLine(line); read > 0; read = lines.readLine(line)) {
        String text = text(name, line, offset, number);
        if (!text.isEmpty()) {
          inputs.add(path(name, text, offset, number));
        }
        offset += read;
        number++;
      }
    }
    if (inputs.isEmpty()) {
      throw new BadInputException("no input in " + name + ": expected one a line", null);
    }
    return inputs;
  }

  private static InputStream open(Configuration conf, String name) throws IOException {
    var file = new Path(name);
    FileSystem fs = file.getFileSystem(conf);
    FileStatus status;
    try {
      status = fs.getFileStatus(file);
    } catch (FileNotFoundException e) {
      var missing = new FileNotFoundException("no such file or folder: " + fs.makeQualified(file));
      missing.initCause(e);
      throw missing;
    }
    if (status.isDirectory()) {
      throw new FileNotFoundException("a folder, not a file: " + status.getPath());
    }
    return Files.open(fs, status, Files.Reading.WHOLE);
  }

  /** Returns a line; of the first, without a byte order mark. */
  private static String text(String name, Text line, long offset, long number)
      throws MalformedRecordException {
    ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(), 0, line.getLength());
    CharBuffer text = CharBuffer.allocate(line.getLength());
    if (StandardCharsets.UTF_8.newDecoder().decode(bytes, text, true).isError()) {
      String found = Excerpt.of(line.getBytes(), 0, line.getLength());
      throw malformed(name, offset + bytes.position(), number, "a path in UTF-8", found);
    }
    String decoded = text.flip().toString();
    return offset == 0 && decoded.startsWith(BYTE_ORDER_MARK) ? decoded.substring(1) : decoded;
  }

  private static Path path(String name, String line, long offset, long number)
      throws MalformedRecordException {
    try {
      return new Path(line);
    } catch (IllegalArgumentException e) {
      String expected = "a path (./a:b for a name with a colon)";
      MalformedRecordException error = malformed(name, offset, number, expected, Excerpt.of(line));
      error.initCause(e);
      throw error;
    }
  }

  private static MalformedRecordException malformed(
      String name, long offset, long number, String expected, String found) {
    return new MalformedRecordException(
        "malformed list of inputs", name, offset, number, expected, found);
  }
}
