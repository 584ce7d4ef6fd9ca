// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.docs;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares what a page shows with what a command wrote, standard output and standard error as they
 * came. A line {@code ...} stands for any lines, {@code …} in a line for any text. Not compared are
 * lines that name a job, numbers that depend on the run (seconds, rates, times of day, random names
 * and the memory of this machine), and the program's own name in what to do next.
 */
final class ShownOutput {
  private static final Pattern VARIABLE =
      Pattern.compile(
          String.join(
              "|",
              "\\d+(?:\\.\\d+)? s\\b",
              "[\\d.,]+ (?:[KMGT]i)?B/s",
              "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z",
              "\\b[0-9a-f]{32}\\b",
              "[\\d.]+ [KMGT]iB(?= of memory)",
              "(?<=^next: )(?:bin/)?recordio"));
  private static final Pattern JOB = Pattern.compile("recordio-\\w+: .* -> .* \\(job_\\w+\\)");

  private ShownOutput() {}

  /** Whether an output is as shown; all of it has to be. */
  static boolean matches(List<String> shown, String output) {
    String pattern =
        compared(shown.stream())
            .map(line -> line.strip().equals("...") ? "(?:.*\n)*" : quoted(line) + "\n")
            .collect(joining());
    String lines = compared(output.lines()).map(line -> line + "\n").collect(joining());
    return Pattern.compile(pattern).matcher(lines).matches();
  }

  private static Stream<String> compared(Stream<String> lines) {
    return lines
        .filter(line -> !JOB.matcher(line).matches())
        .map(line -> VARIABLE.matcher(line).replaceAll("#").stripTrailing());
  }

  private static String quoted(String line) {
    return Arrays.stream(line.split("…", -1)).map(Pattern::quote).collect(joining(".*"));
  }
}
