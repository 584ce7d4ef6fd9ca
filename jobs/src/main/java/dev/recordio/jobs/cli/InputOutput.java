// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import picocli.CommandLine.Parameters;

/** The two arguments of a command that writes a folder from an input. */
public final class InputOutput {
  @Parameters(
      index = "0",
      paramLabel = "INPUT",
      description = "File, folder, glob, or a list of them with ; or , between.")
  private String input;

  @Parameters(index = "1", paramLabel = "OUTPUT", description = "The folder to make.")
  private String output;

  /** Returns the input, as the user wrote it. */
  public String input() {
    return input;
  }

  /** Returns the output, as the user wrote it. */
  public String output() {
    return output;
  }
}
