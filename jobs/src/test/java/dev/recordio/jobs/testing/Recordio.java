// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.RecordIO;
import dev.recordio.jobs.cli.CommandRunner;
import dev.recordio.jobs.cli.CommandTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * One run of the program as a user would start it, with all that it wrote.
 *
 * @param code the exit code
 * @param bytes standard output
 * @param err standard error
 */
public record Recordio(int code, byte[] bytes, String err) {
  /** Runs a command line on a configuration. */
  public static Recordio run(Configuration conf, String... args) {
    return withInput(conf, new byte[0], args);
  }

  /** Runs a command line that reads {@code stdin}. */
  public static Recordio withInput(Configuration conf, byte[] stdin, String... args) {
    return of(RecordIO.commands(), conf, stdin, args);
  }

  /** Runs a command line with the commands of a table, without a configuration. */
  public static Recordio of(CommandTable table, String... args) {
    return of(table, null, new byte[0], args);
  }

  /** Runs a command line with the commands of a table. */
  public static Recordio of(CommandTable table, Configuration conf, byte[] stdin, String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int code =
        new CommandRunner(
                table,
                new ByteArrayInputStream(stdin),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8))
            .run(conf, args);
    return new Recordio(code, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
  }

  /** Returns standard output as text. */
  public String out() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Returns the exit code, standard output and standard error. */
  public List<Object> all() {
    return List.of(code, out(), err);
  }

  /** Returns standard output line by line. */
  public List<String> lines() {
    return out().lines().toList();
  }

  /** Returns standard output as JSON. */
  public JsonNode json() throws IOException {
    return new ObjectMapper().readTree(bytes);
  }

  /** Returns the notes on standard error. */
  public List<String> notes() {
    return err.lines().filter(line -> line.startsWith("note: ")).toList();
  }

  /** Asserts the exit code, and returns this run. */
  public Recordio ended(int expected) {
    assertEquals(expected, code, err);
    return this;
  }

  /** Asserts the exit code of one case of several, and returns this run. */
  public Recordio ended(int expected, String which) {
    assertEquals(expected, code, () -> which + ": " + err);
    return this;
  }
}
