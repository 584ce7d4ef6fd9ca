// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import dev.recordio.testing.FileSystemUnderTest;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The shared HDFS for abstract test classes: a test class provides its {@link #folder}. Jobs run in
 * this JVM.
 */
public interface HdfsUnderTest extends FileSystemUnderTest {
  /** Returns the folder of the test that runs. */
  default HdfsFolder folder() {
    return HdfsFolder.current();
  }

  /** Most blocks of a file: each costs its writer and every reader milliseconds. */
  int MAX_BLOCKS = 100;

  /**
   * Block size of the files of {@link #write}, in bytes; larger for files that would have more than
   * {@link #MAX_BLOCKS} blocks. The default is large enough for files that must be one split.
   */
  default int blockSize() {
    return 1 << 17;
  }

  @Override
  default Configuration conf() {
    return folder().dfs().localJobConf();
  }

  @Override
  default Path testDir() {
    return folder().path();
  }

  @Override
  default FileSystem fs() {
    return folder().dfs().fs();
  }

  @Override
  default Path write(String name, byte[] bytes) throws IOException {
    int chunks = bytes.length / MAX_BLOCKS / MiniDfs.BYTES_PER_CHECKSUM + 1;
    int size = Math.max(blockSize(), chunks * MiniDfs.BYTES_PER_CHECKSUM);
    return folder().dfs().write(path(name), bytes, size, MiniDfs.REPLICATION);
  }
}
