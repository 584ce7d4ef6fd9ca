// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import java.io.IOException;
import java.util.zip.CRC32;

/** Counts bytes, and takes their CRC-32, on their way to the next drain. */
final class CrcDrain implements Drain {
  private final CRC32 crc = new CRC32();
  private final Drain next;
  private long bytes;

  CrcDrain(Drain next) {
    this.next = next;
  }

  /** Creates a drain that only counts bytes. */
  CrcDrain() {
    this((chunk, offset, length) -> {});
  }

  @Override
  public void drain(byte[] chunk, int offset, int length) throws IOException {
    crc.update(chunk, offset, length);
    bytes += length;
    next.drain(chunk, offset, length);
  }

  long bytes() {
    return bytes;
  }

  int crc() {
    return (int) crc.getValue();
  }
}
