// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.run.error.ExitCode;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine;

/** Prints the version. */
@CommandLine.Command(footer = {"", "Example:", "  recordio version"})
public final class VersionCommand extends Command {
  @Override
  protected boolean needsHadoop() {
    return false;
  }

  @Override
  protected ExitCode run() throws IOException {
    if (asJson()) {
      printJson(Map.of("version", CommandRunner.version()));
    } else {
      out().println(CommandRunner.versionLine());
    }
    return ExitCode.OK;
  }
}
