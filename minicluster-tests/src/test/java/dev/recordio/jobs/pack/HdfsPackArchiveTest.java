// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsFolder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;

@AgainOnHdfs
@Tag("deep")
class HdfsPackArchiveTest extends AbstractPackArchiveTest {
  @Override
  public Configuration conf() {
    return HdfsFolder.current().dfs().localJobConf();
  }

  @Override
  public Path testDir() {
    return HdfsFolder.current().path();
  }
}
