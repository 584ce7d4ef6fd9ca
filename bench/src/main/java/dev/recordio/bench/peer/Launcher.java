// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Runs {@code bin/recordio} of this checkout in a process, with the bundled Hadoop. */
public final class Launcher {
  /** What makes the program run in one process, on the bundled Hadoop. */
  public static final Map<String, String> ENVIRONMENT = Map.of("RECORDIO_EMBEDDED", "1");

  private static final String HOME = "recordio.home";

  private final Path program;
  private final Map<String, String> definitions;

  /**
   * Finds the program.
   *
   * @param definitions configuration keys and values for each command
   * @throws FileNotFoundException outside of a checkout
   */
  public Launcher(Map<String, String> definitions) throws FileNotFoundException {
    this.definitions = definitions;
    program = home().resolve("bin").resolve("recordio");
  }

  /** Returns the folder of the checkout. */
  public static Path home() throws FileNotFoundException {
    String set = System.getProperty(HOME);
    Path folder = Path.of(set == null ? "" : set).toAbsolutePath();
    while (folder != null && !Files.isExecutable(folder.resolve("bin").resolve("recordio"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new FileNotFoundException("no bin/recordio above the working directory");
    }
    return folder;
  }

  /** Returns the program. */
  public Path program() {
    return program;
  }

  /** Runs a command, whose first word is its name. */
  public Processes.Ended run(Object... words) throws IOException {
    List<String> line = new ArrayList<>(List.of(program.toString(), words[0].toString()));
    definitions.forEach((key, value) -> line.addAll(List.of("-D", key + "=" + value)));
    Arrays.stream(words).skip(1).map(Object::toString).forEach(line::add);
    return Processes.run(line, ENVIRONMENT);
  }
}
