// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory of this process, native code's included. */
final class Memory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String PEAK = "VmHWM:";

  private Memory() {}

  /** Returns the most bytes that were resident at once, as Linux counts them; -1 elsewhere. */
  static long peakBytes() throws IOException {
    if (!Files.isReadable(STATUS)) {
      return -1;
    }
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith(PEAK)) {
        return 1024 * Long.parseLong(line.substring(PEAK.length()).replace("kB", "").strip());
      }
    }
    return -1;
  }
}
