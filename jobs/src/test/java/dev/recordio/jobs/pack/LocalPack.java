// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.nio.file.Path;

/** Where tests on the local file system keep their files. */
final class LocalPack {
  private LocalPack() {}

  static org.apache.hadoop.fs.Path testDir(Path scratch) {
    return new org.apache.hadoop.fs.Path("file:" + scratch.resolve("test"));
  }
}
