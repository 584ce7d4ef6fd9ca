// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.error;

import dev.recordio.bytes.NameText;

/**
 * Text that may be shown: names of files and members come from others, and terminals interpret some
 * characters.
 */
public final class Printable {
  private Printable() {}

  /**
   * Returns {@code text} in one line, with the escapes of {@link NameText}. Backslashes stay, so
   * that escaping twice changes nothing.
   */
  public static String of(String text) {
    return NameText.shown(text);
  }
}
