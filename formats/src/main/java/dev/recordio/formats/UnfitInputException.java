// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats;

import java.io.IOException;

/**
 * Input that a format can't take, although nothing of it is damaged: its columns, its settings, its
 * labels. The message is one line that names it, and what the user can do.
 */
public final class UnfitInputException extends IOException {
  private static final long serialVersionUID = 1L;

  public UnfitInputException(String message) {
    super(message);
  }
}
