// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsFolder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

@AgainOnHdfs
class HdfsInspectTest extends AbstractInspectTest {
  @Override
  protected Configuration conf() {
    return HdfsFolder.current().dfs().localJobConf();
  }

  @Override
  protected Path testDir() {
    return HdfsFolder.current().path();
  }
}
