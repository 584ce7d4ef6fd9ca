// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pairs;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsFolder;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.cluster.MiniDfs;
import dev.recordio.jobs.faults.FaultInputs;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Pairs of commands on HDFS, whose jobs run in this process. */
@ExtendWith(ClusterExtension.class)
class HdfsPairsTest extends AbstractPairsTest implements HdfsUnderTest {
  @TempDir java.nio.file.Path temp;

  private final HdfsFolder folder;

  HdfsPairsTest(MiniDfs dfs, TestInfo test) throws IOException {
    folder = HdfsFolder.of(dfs, test);
  }

  @Override
  public HdfsFolder folder() {
    return folder;
  }

  @BeforeEach
  void copyInputs() throws Exception {
    java.nio.file.Path local = Files.createDirectory(temp.resolve("in"));
    FaultInputs.write(local);
    fs().copyFromLocalFile(new Path(local.toUri()), inputs());
  }

  @Override
  protected Path inputs() throws IOException {
    return path("in");
  }
}
