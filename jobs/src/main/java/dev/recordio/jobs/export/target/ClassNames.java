// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The names of labels 0, 1, 2, …: a file with a name a line, in UTF-8, which the client reads; else
 * those that the input has, if they fit its labels.
 */
public final class ClassNames {
  /** Where a job finds the names: its tasks may not see the client's file. */
  private static final String NAMES = "recordio.export.class-names.read";

  private static final String FOUND = "recordio.export.class-names.found";

  private ClassNames() {}

  /** Offers the names that an input has. */
  public static void offer(Configuration conf, List<String> names) throws IOException {
    if (!names.isEmpty()) {
      conf.set(FOUND, JsonFiles.line(names));
    }
  }

  /**
   * Reads the configured file.
   *
   * @return null when none is configured
   * @throws BadInputException when a name is empty, is there twice, or is not UTF-8
   */
  static List<String> read(Configuration conf) throws IOException {
    String name = ExportConf.CLASS_NAMES.get(conf);
    if (name.isEmpty()) {
      return null;
    }
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
          throw new BadInputException(
              "class names are different, a line each, in UTF-8: "
                  + file
                  + ", line "
                  + (names.size() + 1)
                  + ": found "
                  + found,
              null);
        }
        names.add(line);
      }
    }
    return names;
  }

  /**
   * Reads the configured file, checks that every label has a name, and passes the names to a job.
   * Without a file the names that were offered are passed, if every label has one.
   *
   * @param lowest the lowest label that may occur: 0, or a lower one that means none
   * @param note of what the lowest one means, after it
   */
  static void set(Configuration conf, ExportPlan plan, long lowest, String note)
      throws IOException {
    List<String> names = read(conf);
    if (names != null && plan.records() > 0) {
      check(plan, names, lowest, note);
    }
    List<String> found = ofLine(conf.get(FOUND));
    boolean useFound = names == null && found != null && fit(plan, found, lowest);
    set(conf, useFound ? found : names);
  }

  private static boolean fit(ExportPlan plan, List<String> names, long lowest) {
    return plan.integral() && plan.minLabel() >= lowest && plan.maxLabel() < names.size();
  }

  private static void check(ExportPlan plan, List<String> names, long lowest, String note)
      throws BadInputException {
    boolean low = plan.minLabel() < lowest;
    if (!fit(plan, names, lowest)) {
      throw new BadInputException(
          ExportConf.CLASS_NAMES
              + " names "
              + names.size()
              + " classes, so labels are from "
              + lowest
              + note
              + " to "
              + (names.size() - 1)
              + "; found "
              + (plan.integral()
                  ? low ? plan.minLabel() : plan.maxLabel()
                  : "some that are not one whole number"),
          null);
    }
  }

  /** Passes the names to a job; null when there are none. */
  static void set(Configuration conf, List<String> names) throws IOException {
    conf.unset(NAMES);
    if (names != null) {
      conf.set(NAMES, JsonFiles.line(names));
    }
  }

  /** Returns the names of a job; null when there are none. */
  static List<String> of(Configuration conf) throws IOException {
    return ofLine(conf.get(NAMES));
  }

  private static List<String> ofLine(String names) throws IOException {
    return names == null ? null : List.of(JsonFiles.ofLine(names, String[].class));
  }
}
