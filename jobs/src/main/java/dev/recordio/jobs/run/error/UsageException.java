// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.error;

/** The command line is invalid: exit code 2. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String hints;

  /**
   * @param message one line: what is wrong, and what to write instead
   */
  public UsageException(String message) {
    this(message, "");
  }

  /**
   * @param message one line: what is wrong
   * @param hints lines of what to try
   */
  public UsageException(String message, String hints) {
    super(message);
    this.hints = hints;
  }

  /** Returns lines of what to try; often none. */
  public String hints() {
    return hints;
  }
}
