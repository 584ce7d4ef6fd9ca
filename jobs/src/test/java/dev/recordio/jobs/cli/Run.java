// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;

/** One run of a command line, with what it printed. */
public record Run(int code, String out, String err) {
  /** Runs a command line with the commands of a table. */
  public static Run of(CommandTable table, String... args) {
    return of(table, null, args);
  }

  /** Runs a command line with the commands of a table and a configuration. */
  public static Run of(CommandTable table, Configuration base, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        new CommandRunner(
                table,
                InputStream.nullInputStream(),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8))
            .run(base, args);
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
