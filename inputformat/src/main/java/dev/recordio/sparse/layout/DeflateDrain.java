// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import java.io.IOException;
import java.util.zip.Deflater;

/** Deflates bytes on their way to the next drain, raw, as ZIP members are. */
final class DeflateDrain implements Drain, AutoCloseable {
  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
  private final byte[] chunk = new byte[1 << 16];
  private final Drain next;

  DeflateDrain(Drain next) {
    this.next = next;
  }

  @Override
  public void drain(byte[] bytes, int offset, int length) throws IOException {
    deflater.setInput(bytes, offset, length);
    while (!deflater.needsInput()) {
      pump();
    }
  }

  /** Ends the member and prepares for the next; returns its bytes when deflated. */
  long finish() throws IOException {
    deflater.finish();
    while (!deflater.finished()) {
      pump();
    }
    long bytes = deflater.getBytesWritten();
    deflater.reset();
    return bytes;
  }

  private void pump() throws IOException {
    int count = deflater.deflate(chunk);
    if (count > 0) {
      next.drain(chunk, 0, count);
    }
  }

  @Override
  public void close() {
    deflater.end();
  }
}
