// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import picocli.CommandLine.Option;

/** The options that name a generation to read. */
public final class SnapshotOption {
  @Option(
      names = "--generation",
      paramLabel = "G",
      description = "The generation to read. Default: the newest.")
  private Long generation;

  @Option(names = "--tag", paramLabel = "NAME", description = "The tag of the generation to read.")
  private String tag;

  /** Returns the generation; null when none was given. */
  public Long generation() {
    return generation;
  }

  /** Returns the tag; null when none was given. */
  public String tag() {
    return tag;
  }
}
