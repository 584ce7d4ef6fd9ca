// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.run.error.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileUtil;
import picocli.CommandLine;

/**
 * Runs the commands that read, write and sort, on a few rows in a temporary directory.
 *
 * <p>{@code bin/recordio} runs it once after a build and keeps the loaded classes in a class data
 * archive, which makes later commands start quickly. It also proves that jobs run.
 */
@CommandLine.Command(
    description = "Run small jobs, to load what jobs load.",
    footer = {"", "Example:", "  recordio warm-up --quiet"})
public final class WarmUpCommand extends Command {
  private final CommandTable table;

  /**
   * @param table the commands
   */
  public WarmUpCommand(CommandTable table) {
    this.table = table;
  }

  @Override
  protected boolean hasJson() {
    return false;
  }

  @Override
  protected ExitCode run() throws Exception {
    Path root = Files.createTempDirectory("recordio-warm-up-");
    try {
      Path rows = Files.createDirectory(root.resolve("rows")).resolve("a.libsvm");
      Files.writeString(rows, "1 1:0.5 3:2\n0 2:1\n");
      String packed = root.resolve("packed").toString();
      try (var nowhere = new PrintStream(OutputStream.nullOutputStream())) {
        var runner = new CommandRunner(table, InputStream.nullInputStream(), nowhere, err());
        run(runner, "pack", rows.getParent().toString(), packed);
        run(runner, "cat", packed);
        run(runner, "shuffle", packed, root.resolve("shuffled").toString());
        run(runner, "csr", rows.toString(), root.resolve("csr").toString());
      }
      return ExitCode.OK;
    } finally {
      FileUtil.fullyDelete(root.toFile());
    }
  }

  private void run(CommandRunner runner, String command, String... paths) throws IOException {
    var words = new String[paths.length + 2];
    words[0] = command;
    words[1] = "--quiet";
    System.arraycopy(paths, 0, words, 2, paths.length);
    int code = runner.run(conf(), words);
    if (code != ExitCode.OK.code()) {
      throw new IOException(command + " ended with " + code);
    }
  }
}
