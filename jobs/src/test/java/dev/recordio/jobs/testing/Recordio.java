// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.RecordIO;
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
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int code =
        RecordIO.run(
            conf,
            new ByteArrayInputStream(stdin),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8),
            args);
    return new Recordio(code, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
  }

  /** Returns standard output as text. */
  public String out() {
    return new String(bytes, StandardCharsets.UTF_8);
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
}
