// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.io.IOException;

/** What the files that Hive requests have in common. */
final class HiveFiles {
  private HiveFiles() {}

  /** Hive names files without a suffix that would identify the codec. */
  static void refuseCompression(boolean compressed) throws IOException {
    if (compressed) {
      throw new IOException(
          "files of RecordIO and LibSVM tables are not compressed: SET hive.exec.compress.output"
              + " to false");
    }
  }
}
