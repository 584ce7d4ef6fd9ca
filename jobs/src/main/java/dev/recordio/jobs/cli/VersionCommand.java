// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.run.error.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;
import picocli.CommandLine;

/** Prints the version that the build wrote into the jar. */
@CommandLine.Command(footer = {"", "Example:", "  recordio version"})
public final class VersionCommand extends Command {
  @Override
  protected boolean needsHadoop() {
    return false;
  }

  @Override
  protected ExitCode run() throws IOException {
    if (asJson()) {
      printJson(Map.of("version", version()));
    } else {
      out().println("recordio " + version());
    }
    return ExitCode.OK;
  }

  /** Returns the version of the build. */
  public static String version() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = VersionCommand.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    }
    return properties.getProperty("version");
  }
}
