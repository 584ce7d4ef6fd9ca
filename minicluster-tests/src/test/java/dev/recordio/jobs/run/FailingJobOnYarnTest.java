// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.jobs.run.error.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A failure that only containers have: a build shows the others by local jobs. */
@AgainOnHdfs
public class FailingJobOnYarnTest extends FailingJobTest {
  private static final Path STAGING = new Path("/failing-jobs");

  private final MiniYarn yarn;

  FailingJobOnYarnTest(MiniYarn yarn) {
    this.yarn = yarn;
  }

  @BeforeEach
  @Override
  protected void configure() {
    conf = yarn.conf();
    conf.set(MRJobConfig.MR_AM_STAGING_DIR, STAGING.toString());
    conf.setInt(MRJobConfig.MAP_MAX_ATTEMPTS, 1);
    conf.setInt(MRJobConfig.REDUCE_MAX_ATTEMPTS, 1);
  }

  @Override
  protected void assertNothingLeft() throws IOException {
    FileSystem fs = yarn.dfs().fs();
    FileStatus[] left = fs.globStatus(new Path(STAGING, "*/.staging/recordio-*"));
    assertEquals(0, left == null ? 0 : left.length);
  }

  /** The output is removed although the task that recovered may have committed into it. */
  @Tag("hdfs")
  @Test
  void theTaskThatTheJobFailedByIsNamedAndNotOneThatRecovered() throws Exception {
    conf.setInt(FileInputFormat.SPLIT_MAXSIZE, 4);
    conf.setInt(MRJobConfig.MAP_MAX_ATTEMPTS, 2);
    conf.setInt("mapreduce.fileoutputcommitter.algorithm.version", 2);
    assertFails(
        job("once\nbad\n"),
        ExitCode.BAD_INPUT,
        "bad line: in.txt at offset 5, line 2: expected good, found bad");
    assertFalse(Files.exists(dir.resolve("out")));
  }
}
