// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.Printable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The file of {@link PackConf#INPUTS_FROM}: an input a line, in UTF-8, taken as it is: blanks,
 * commas, {@code #} and quotes are part of the name. Empty lines are left out.
 */
final class InputsFile {
  private static final String STANDARD_INPUT = "-";

  private InputsFile() {}

  /**
   * Returns the inputs, in order.
   *
   * @param standardInput is read, and closed, in place of a file with the name -
   * @throws BadInputException when there is none, or a line is no path
   */
  static List<Path> read(Configuration conf, InputStream standardInput) throws IOException {
    String name = PackConf.INPUTS_FROM.get(conf);
    boolean fromStandardInput = name.equals(STANDARD_INPUT);
    var inputs = new ArrayList<Path>();
    long number = 0;
    try (var in =
        new BufferedReader(
            new InputStreamReader(
                fromStandardInput
                    ? standardInput
                    : Files.open(conf, new Path(name), Files.Reading.WHOLE),
                StandardCharsets.UTF_8.newDecoder()))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        if (!line.isEmpty()) {
          inputs.add(path(name, line, number));
        }
      }
    } catch (CharacterCodingException e) {
      throw new BadInputException(
          "malformed list of inputs: " + name + ", after line " + number + ": expected UTF-8", e);
    }
    if (inputs.isEmpty()) {
      throw new BadInputException("no input in " + name + ": expected one a line", null);
    }
    return inputs;
  }

  private static Path path(String name, String line, long number) throws BadInputException {
    try {
      return new Path(line);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(
          String.format(
              "malformed list of inputs: %s, line %d: expected a path (./a:b for a name with a"
                  + " colon), found %s",
              name, number, Printable.of(line)),
          e);
    }
  }
}
