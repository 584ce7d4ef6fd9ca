// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Programs in C++ that call libdmlc, compiled on first use. */
public final class Dmlc {
  /** Its name in tables. */
  public static final String NAME = "libdmlc";

  private static final Map<String, Program> COMPILED = new HashMap<>();

  private Dmlc() {}

  /**
   * Returns a program.
   *
   * @param name the name of its source, without {@code .cc}
   * @throws IOException when there is no compiler or no libdmlc; the message has its output
   */
  public static synchronized Program program(String name) throws IOException {
    Program program = COMPILED.get(name);
    if (program == null) {
      program = new Program(List.of(compile(name)));
      COMPILED.put(name, program);
    }
    return program;
  }

  private static String compile(String name) throws IOException {
    Path folder = Files.createTempDirectory("recordio-bench-" + name);
    folder.toFile().deleteOnExit();
    copy("spent.h", folder);
    Path source = copy(name + ".cc", folder);
    Path binary = folder.resolve(name);
    binary.toFile().deleteOnExit();
    Processes.run(
        List.of("g++", "-O2", "-std=c++14", "-o", binary.toString(), source.toString(), "-ldmlc"));
    return binary.toString();
  }

  private static Path copy(String resource, Path folder) throws IOException {
    Path file = folder.resolve(resource);
    try (var in = Dmlc.class.getResourceAsStream("/" + resource)) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    file.toFile().deleteOnExit();
    return file;
  }
}
