// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.error;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The exit codes of commands; scripts depend on the numbers. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum ExitCode {
  /** Success. */
  OK(0),
  /** A job failed, or the machine that runs it. */
  JOB_FAILED(1),
  /** The command line is wrong, or the output exists already. */
  BAD_USAGE(2),
  /** The input is missing, unreadable or malformed. */
  BAD_INPUT(3),
  /** A verification ran to its end and found damage. */
  DAMAGE_FOUND(4),
  /** Success, but records were skipped. */
  SKIPPED_RECORDS(5),
  /** The user has interrupted the command: the shells' code for SIGINT. */
  INTERRUPTED(130);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The process exit status, 0 to 5, or 130. */
  public int code() {
    return code;
  }
}
