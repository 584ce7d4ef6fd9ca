// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** One file per payload, a hundred per folder; names sort in payload order. */
public final class SmallFiles {
  private static final int PER_FOLDER = 100;

  private SmallFiles() {}

  /** Writes the files. */
  public static void write(Payloads payloads, Path root) throws IOException {
    for (int i = 0; i < payloads.count(); i++) {
      Path folder = root.resolve(String.format("%05d", i / PER_FOLDER));
      if (i % PER_FOLDER == 0) {
        Files.createDirectories(folder);
      }
      int from = payloads.offset(i);
      Files.write(
          folder.resolve(String.format("%08d.bin", i)),
          Arrays.copyOfRange(payloads.bytes(), from, from + payloads.size()));
    }
  }
}
