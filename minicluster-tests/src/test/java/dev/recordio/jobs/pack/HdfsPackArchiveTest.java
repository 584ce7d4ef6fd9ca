// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsFolder;
import dev.recordio.cluster.MiniDfs;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ClusterExtension.class)
@Tag("deep")
class HdfsPackArchiveTest extends AbstractPackArchiveTest {
  private final HdfsFolder folder;

  HdfsPackArchiveTest(MiniDfs dfs, TestInfo test) throws IOException {
    folder = HdfsFolder.of(dfs, test);
  }

  @Override
  public Configuration conf() {
    return folder.dfs().localJobConf();
  }

  @Override
  public Path testDir() {
    return folder.path();
  }
}
