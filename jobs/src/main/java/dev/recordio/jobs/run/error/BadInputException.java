// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.error;

import java.io.IOException;

/**
 * Input that a job can't use; the message is one line that names it; {@link ExitCode#BAD_INPUT}.
 */
public class BadInputException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong with which input, and what the user can do
   * @param cause what was thrown, or null
   */
  public BadInputException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Returns an error without a cause.
   *
   * @param pattern the message, with {@code %s} for each value
   */
  public static BadInputException of(String pattern, Object... values) {
    return new BadInputException(String.format(pattern, values), null);
  }
}
