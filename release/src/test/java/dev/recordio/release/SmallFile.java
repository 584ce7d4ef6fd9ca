// SPDX-License-Identifier: Apache-2.0
package dev.recordio.release;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** A RecordIO file, written here without the library, which is what is tried. */
final class SmallFile {
  private static final int MAGIC = 0xced7230a;

  private SmallFile() {}

  /** Writes records of 1, 2, 3, ... bytes. */
  static Path write(Path file, int records) throws IOException {
    var bytes = ByteBuffer.allocate(records * (8 + records + 3)).order(ByteOrder.LITTLE_ENDIAN);
    for (int length = 1; length <= records; length++) {
      bytes.putInt(MAGIC).putInt(length);
      bytes.position(bytes.position() + (length + 3) / 4 * 4);
    }
    byte[] written = new byte[bytes.position()];
    bytes.flip().get(written);
    return Files.write(file, written);
  }
}
