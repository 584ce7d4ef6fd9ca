// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.output;

import dev.recordio.formats.UnfitInputException;
import dev.recordio.fs.input.DataFiles;
import dev.recordio.fs.stream.Files;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The names of labels 0, 1, 2, …: a file with a name a line, in UTF-8, which the client reads; else
 * the names that the input has, if they fit its labels.
 */
public final class ClassNames {
  /** The name of such a file beside shards and lists, as MXNet's users have it. */
  public static final String FILE = DataFiles.CLASSES;

  private ClassNames() {}

  /**
   * Reads the configured file.
   *
   * @return null when none is configured
   * @throws UnfitInputException when a name is empty, is there twice, or is not UTF-8
   */
  public static List<String> read(Configuration conf) throws IOException {
    String name = OutputConf.CLASS_NAMES.get(conf);
    return name.isEmpty() ? null : read(conf, name);
  }

  /**
   * Reads a file.
   *
   * @throws UnfitInputException when a name is empty, is there twice, or is not UTF-8
   */
  public static List<String> read(Configuration conf, String name) throws IOException {
    var file = new Path(name);
    var names = new ArrayList<String>();
    var seen = new HashSet<String>();
    FileSystem fs = file.getFileSystem(conf);
    try (BufferedReader lines = Files.lines(fs, fs.getFileStatus(file))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        boolean isText = line.indexOf('\uFFFD') < 0; // in place of other bytes
        if (!isText || line.isBlank() || !seen.add(line)) {
          String found =
              isText
                  ? line.isBlank() ? "no name" : "\"" + line + "\" again"
                  : "bytes that are not UTF-8";
          throw new UnfitInputException(
              "class names are different, a line each, in UTF-8: "
                  + file
                  + ", line "
                  + (names.size() + 1)
                  + ": found "
                  + found);
        }
        names.add(line);
      }
    }
    return names;
  }

  /** Returns the content of a file with these names. */
  public static byte[] bytes(List<String> names) {
    return (String.join("\n", names) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Adds names to facts: of the configured file, which must have one for every label; without a
   * file the names of the input, if every label has one.
   *
   * @param lowest the lowest label that may occur: 0, or a lower one that means none
   * @param found the names that the input has; may be empty
   * @throws UnfitInputException when a label has no name in the file
   */
  public static SampleFacts add(
      Configuration conf, SampleFacts facts, long lowest, List<String> found) throws IOException {
    List<String> names = read(conf);
    if (names == null) {
      return facts.with(!found.isEmpty() && fit(facts, found, lowest) ? found : null);
    }
    if (facts.records() > 0 && !fit(facts, names, lowest)) {
      throw new UnfitInputException(
          OutputConf.CLASS_NAMES
              + " names "
              + names.size()
              + " classes, so labels are from "
              + lowest
              + (lowest < 0 ? " (none)" : "")
              + " to "
              + (names.size() - 1)
              + "; found "
              + (facts.integral()
                  ? facts.minLabel() < lowest ? facts.minLabel() : facts.maxLabel()
                  : "some that are not one whole number"));
    }
    return facts.with(names);
  }

  private static boolean fit(SampleFacts facts, List<String> names, long lowest) {
    return facts.integral() && facts.minLabel() >= lowest && facts.maxLabel() < names.size();
  }
}
