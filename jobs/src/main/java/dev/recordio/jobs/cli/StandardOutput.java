// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Standard output that reports write errors.
 *
 * <p>A PrintStream swallows an IOException: a command writing to a closed pipe or a full disk would
 * run to its end and report success. An unchecked exception passes through it.
 */
public final class StandardOutput extends FilterOutputStream {
  private static final int BUFFER_BYTES = 1 << 16;

  private StandardOutput(OutputStream out) {
    super(out);
  }

  /** The process's standard output, buffered, text in UTF-8. */
  public static PrintStream open() {
    return over(new FileOutputStream(FileDescriptor.out));
  }

  /** The same over any stream. */
  public static PrintStream over(OutputStream out) {
    return new PrintStream(
        new BufferedOutputStream(new StandardOutput(out), BUFFER_BYTES),
        false,
        StandardCharsets.UTF_8);
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      String message = String.valueOf(e.getMessage());
      if (message.contains("Broken pipe") || message.contains("closed")) {
        throw new OutputClosedException(e);
      }
      throw new UncheckedIOException("cannot write to standard output: " + message, e);
    }
  }
}
