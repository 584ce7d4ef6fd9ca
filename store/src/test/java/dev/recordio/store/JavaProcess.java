// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Starts main classes of the tests in processes of their own, which a test may kill. */
final class JavaProcess {
  private static final Map<Process, BufferedReader> OUT = new ConcurrentHashMap<>();

  private JavaProcess() {}

  /** Starts a main class; its errors are those of this process. */
  static Process start(Class<?> main, Object... args) throws IOException {
    var command =
        new ArrayList<String>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Xshare:auto",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
    for (Object arg : args) {
      command.add(arg.toString());
    }
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Returns what a process prints: always the same reader. */
  static BufferedReader out(Process process) {
    return OUT.computeIfAbsent(process, p -> p.inputReader(StandardCharsets.UTF_8));
  }
}
