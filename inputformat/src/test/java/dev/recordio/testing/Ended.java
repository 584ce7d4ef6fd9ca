// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** What a process left: its exit status, standard output and standard error. */
public record Ended(int status, String out, String err) {
  /**
   * Runs a process to its end; one that takes longer is ended, and the test fails.
   *
   * @param out a file for its standard output
   * @param err a file for its standard error
   */
  public static Ended of(ProcessBuilder builder, Path out, Path err, long minutes)
      throws IOException, InterruptedException {
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertTrue(
          process.waitFor(minutes, TimeUnit.MINUTES), () -> "still running: " + builder.command());
    } finally {
      process.destroyForcibly();
    }
    return new Ended(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }
}
