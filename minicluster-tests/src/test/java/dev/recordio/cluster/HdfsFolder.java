// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/**
 * A folder of the shared HDFS for a single test, empty when the test starts.
 *
 * @param dfs the shared HDFS
 * @param path the folder, fully qualified
 */
public record HdfsFolder(MiniDfs dfs, Path path) {
  private static HdfsFolder current;

  /** Returns the folder of the test that runs; its constructor may ask for it, too. */
  public static HdfsFolder current() {
    return current;
  }

  /** Makes the folder of the test that begins. */
  static void make(MiniDfs dfs, String name) throws IOException {
    current = new HdfsFolder(dfs, dfs.freshDir(name));
  }
}
