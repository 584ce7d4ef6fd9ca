// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A program of its own that parses a LibSVM file, held to one processor, and prints its sums and
 * the processor time of its whole process.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
final class RowProgram {
  private static final String DMLC_SOURCE = "dmlc_parse.cc";

  private final List<String> command;

  private RowProgram(List<String> command) {
    this.command = command;
  }

  /**
   * Compiles the program that calls libdmlc.
   *
   * @param folder gets the program
   * @throws IOException when there is no compiler or no libdmlc; the message says what it said
   */
  static RowProgram dmlc(Path folder) throws IOException {
    Path source = folder.resolve(DMLC_SOURCE);
    try (var in = RowProgram.class.getResourceAsStream("/" + DMLC_SOURCE)) {
      Files.copy(in, source, StandardCopyOption.REPLACE_EXISTING);
    }
    String program = folder.resolve("dmlc_parse").toString();
    run(List.of("g++", "-O2", "-std=c++14", "-o", program, source.toString(), "-ldmlc"));
    return new RowProgram(List.of(program));
  }

  /** Returns the library's reader in a JVM of its own, with one thread to compile and collect. */
  static RowProgram jvm() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new RowProgram(
        List.of(
            java,
            "-Xmx1g",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            RowReads.class.getName()));
  }

  /** Parses a file. */
  Result parse(Path file) throws IOException {
    var all = new ArrayList<>(List.of("taskset", "-c", "0"));
    all.addAll(command);
    all.add(file.toString());
    String said = run(all);
    long cpu = Long.parseLong(said.substring(said.lastIndexOf(' ') + 1));
    return new Result(RowSums.parse(said), cpu);
  }

  /**
   * What a run gave.
   *
   * @param sums what was found
   * @param cpu nanoseconds that the process was on a processor
   */
  record Result(RowSums sums, long cpu) {}

  private static String run(List<String> command) throws IOException {
    File errors = File.createTempFile("recordio-bench", ".err");
    try {
      Process process = new ProcessBuilder(command).redirectError(Redirect.to(errors)).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      if (code != 0) {
        throw new IOException(
            command.get(0) + " ended with " + code + ": " + Files.readString(errors.toPath()));
      }
      return said.strip();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException(command.get(0)).initCause(e);
    } finally {
      Files.delete(errors.toPath());
    }
  }
}
