// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.bytes.FileSignature;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.progress.Terminal;
import java.util.Arrays;

/** Keeps bytes that are no text from a terminal, which they would command. */
public final class TerminalBytes {
  private final boolean on = Terminal.isStdout();

  /**
   * Refuses bytes that are no text; does nothing where standard output is no terminal.
   *
   * @throws UsageException that says what to type
   */
  public void check(byte[] bytes, int from, int length) throws UsageException {
    if (on && length > 0) {
      int head = Math.min(length, FileSignature.HEAD_BYTES);
      if (!FileSignature.isText(Arrays.copyOfRange(bytes, from, from + head), head)) {
        refuse();
      }
    }
  }

  /**
   * Refuses all bytes.
   *
   * @throws UsageException that says what to type
   */
  public void refuse() throws UsageException {
    if (on) {
      throw new UsageException(
          "bytes that are no text do not go to a terminal: write them to a file, with > FILE at the"
              + " end of the line, or to a program with |");
    }
  }
}
