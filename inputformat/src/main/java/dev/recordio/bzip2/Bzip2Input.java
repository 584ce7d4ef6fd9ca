// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bzip2;

import java.io.IOException;

/** The bytes of a compressed file. */
public interface Bzip2Input {
  /** Reads some bytes, at least one; -1 at the end. */
  int read(byte[] into, int offset, int length) throws IOException;

  /** Seeks to an offset in bytes. */
  void seek(long offset) throws IOException;
}
