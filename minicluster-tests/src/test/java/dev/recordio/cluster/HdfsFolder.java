// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.TestInfo;

/**
 * A folder of the shared HDFS for a single test, empty when the test starts.
 *
 * @param dfs the shared HDFS
 * @param path the folder, fully qualified
 */
public record HdfsFolder(MiniDfs dfs, Path path) {
  /** Makes the folder of a test. */
  public static HdfsFolder of(MiniDfs dfs, TestInfo test) throws IOException {
    String name =
        test.getTestClass().orElseThrow().getSimpleName()
            + "/"
            + test.getTestMethod().orElseThrow().getName();
    return new HdfsFolder(dfs, dfs.freshDir(name));
  }
}
