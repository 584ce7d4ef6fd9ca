// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsFolder;
import dev.recordio.cluster.MiniDfs;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ClusterExtension.class)
class HdfsPackJobTest extends AbstractPackJobTest {
  private final HdfsFolder folder;

  HdfsPackJobTest(MiniDfs dfs, TestInfo test) throws IOException {
    folder = HdfsFolder.of(dfs, test);
  }

  @Override
  protected Configuration conf() {
    return folder.dfs().localJobConf();
  }

  @Override
  protected Path testDir() {
    return folder.path();
  }

  @Override
  protected List<String> oddNames() {
    return super.oddNames().stream().filter(name -> !name.contains(":")).toList();
  }
}
