// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** A new file whose stream is counted until it is closed. {@link Faults} may occur in it. */
final class CountedOutput extends FilterOutputStream {
  private final AtomicInteger open;
  private boolean closed;

  CountedOutput(OutputStream out, AtomicInteger open) {
    super(out);
    this.open = open;
    open.incrementAndGet();
  }

  private static void spend() throws IOException {
    if (Faults.grant(1) < 0) {
      throw new IOException("injected: no space left");
    }
  }

  @Override
  public void write(int value) throws IOException {
    spend();
    out.write(value);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    spend();
    out.write(bytes, offset, length);
  }

  @Override
  public void close() throws IOException {
    out.close();
    if (!closed) {
      closed = true;
      open.decrementAndGet();
    }
    Faults.closed();
  }
}
