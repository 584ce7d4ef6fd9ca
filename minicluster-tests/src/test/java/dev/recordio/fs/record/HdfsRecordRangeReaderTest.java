// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsFolder;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.cluster.MiniDfs;
import dev.recordio.testing.Sampled;
import java.io.IOException;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ClusterExtension.class)
class HdfsRecordRangeReaderTest extends AbstractRecordRangeReaderTest implements HdfsUnderTest {
  private final HdfsFolder folder;

  HdfsRecordRangeReaderTest(MiniDfs dfs, TestInfo test) throws IOException {
    folder = HdfsFolder.of(dfs, test);
  }

  @Override
  public HdfsFolder folder() {
    return folder;
  }

  @Override
  public int blockSize() {
    return 1024; // smaller than many records
  }

  /** The local test has all of them: each cut opens the file twice, and each block. */
  @Override
  protected int cuts() {
    return Sampled.step(5, super.cuts());
  }
}
