// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.testing.LocalJobs;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;

class LocalPackArchiveTest extends AbstractPackArchiveTest {
  @TempDir Path scratch;

  @Override
  protected Configuration conf() {
    return LocalJobs.conf(scratch);
  }

  @Override
  protected org.apache.hadoop.fs.Path testDir() {
    return LocalPack.testDir(scratch);
  }
}
