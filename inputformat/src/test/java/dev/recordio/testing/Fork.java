// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a main class of the tests in a separate JVM. */
public final class Fork {
  private Fork() {}

  /**
   * Runs {@code main} with a maximum heap and a folder for temporary files; returns what it printed
   * on standard output.
   */
  public static String run(Class<?> main, String heap, Path tmp, Object... args)
      throws IOException, InterruptedException {
    return runOn(classPath(), main, heap, tmp, args);
  }

  /** Runs {@code main} as {@link #run} does, by the JDK in a folder. */
  public static String runBy(Path jdk, Class<?> main, String heap, Path tmp, Object... args)
      throws IOException, InterruptedException {
    return runOn(jdk, classPath(), main, heap, tmp, args);
  }

  /** Runs {@code main} as {@link #run} does, on another class path. */
  public static String runOn(String classPath, Class<?> main, String heap, Path tmp, Object... args)
      throws IOException, InterruptedException {
    return runOn(ownJdk(), classPath, main, heap, tmp, args);
  }

  private static Path ownJdk() {
    return Path.of(System.getProperty("java.home"));
  }

  private static String classPath() {
    String ours = System.getProperty("java.class.path");
    return System.getProperty("surefire.test.class.path", ours);
  }

  private static String runOn(
      Path jdk, String classPath, Class<?> main, String heap, Path tmp, Object... args)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(jdk.resolve("bin/java").toString());
    command.addAll(
        List.of(
            "-Xmx" + heap,
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-Djava.io.tmpdir=" + tmp,
            "-cp",
            classPath,
            main.getName()));
    for (Object arg : args) {
      command.add(arg.toString());
    }
    Path errors = tmp.resolveSibling("fork.err");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    if (code != 0) {
      throw new AssertionError(
          main.getSimpleName()
              + " ended with "
              + code
              + ": "
              + java.nio.file.Files.readString(errors));
    }
    return out;
  }
}
