// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.error;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** A job ended without success; the message comes from the failed task. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class JobFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;
  private final String taskTrace;

  /** A failure with exit code 1. */
  public JobFailedException(String message) {
    this(message, ExitCode.JOB_FAILED);
  }

  /**
   * @param message one line for the user
   * @param exitCode what the command ends with
   */
  public JobFailedException(String message, ExitCode exitCode) {
    this(message, exitCode, "");
  }

  /**
   * @param message one line for the user
   * @param exitCode what the command ends with
   * @param taskTrace the stack trace as the task saw it, or an empty string
   */
  public JobFailedException(String message, ExitCode exitCode, String taskTrace) {
    super(message);
    this.exitCode = exitCode;
    this.taskTrace = taskTrace;
  }

  /** What the command ends with. */
  public ExitCode exitCode() {
    return exitCode;
  }

  /** The stack trace as the task saw it, for {@code --debug}; may be empty. */
  public String taskTrace() {
    return taskTrace;
  }
}
