// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsFolder;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.cluster.MiniDfs;
import java.io.IOException;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ClusterExtension.class)
class HdfsRowInputsTest extends AbstractRowInputsTest implements HdfsUnderTest {
  private final HdfsFolder folder;

  HdfsRowInputsTest(MiniDfs dfs, TestInfo test) throws IOException {
    folder = HdfsFolder.of(dfs, test);
  }

  @Override
  public HdfsFolder folder() {
    return folder;
  }
}
