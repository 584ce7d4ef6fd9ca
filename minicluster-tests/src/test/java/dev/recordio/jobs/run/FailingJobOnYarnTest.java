// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The same failures in containers of their own. */
public class FailingJobOnYarnTest extends FailingJobTest {
  private static MiniMRYarnCluster cluster;
  @TempDir static java.nio.file.Path staging;

  @BeforeAll
  static void start() {
    Configuration conf = new Configuration();
    conf.set(MRJobConfig.MR_AM_STAGING_DIR, staging.toUri().toString());
    cluster = new MiniMRYarnCluster("failing-job", 1);
    cluster.init(conf);
    cluster.start();
  }

  @AfterAll
  static void stop() {
    cluster.stop();
  }

  @BeforeEach
  @Override
  protected void configure() {
    conf = new Configuration(cluster.getConfig());
    conf.setInt(MRJobConfig.MAP_MAX_ATTEMPTS, 1);
    conf.setInt(MRJobConfig.REDUCE_MAX_ATTEMPTS, 1);
  }

  @Override
  protected void assertNothingLeft() throws IOException {
    Path root = new Path(staging.toUri());
    FileSystem fs = root.getFileSystem(conf);
    assertEquals(0, fs.globStatus(new Path(root, "*/.staging/recordio-*")).length);
  }
}
