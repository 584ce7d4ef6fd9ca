// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs scripts with the system's Python, for which distributions package SciPy and XGBoost; another
 * one may be before it on the path.
 */
public final class Python {
  private static final Path SYSTEM = Path.of("/usr/bin/python3");

  private Python() {}

  /** Skips the test where Python or a module is missing. */
  public static void assumeHas(String module) throws InterruptedException {
    boolean there;
    try {
      there = new ProcessBuilder(name(), "-c", "import " + module).start().waitFor() == 0;
    } catch (IOException e) {
      there = false;
    }
    assumeTrue(there, "skipped: no python3 with " + module + " on this machine");
  }

  /** Runs a script, which must succeed, and returns what it has printed. */
  public static String run(String script, Path... files) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(name(), "-c", script));
    for (Path file : files) {
      command.add(file.toString());
    }
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    // also of the processes that the script starts: modules that are imported from the sources
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said.strip();
  }

  /** Returns the command that starts it. */
  public static String name() {
    return Files.isExecutable(SYSTEM) ? SYSTEM.toString() : "python3";
  }
}
