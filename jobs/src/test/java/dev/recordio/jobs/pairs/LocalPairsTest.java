// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pairs;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.testing.LocalFiles;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;

/** Pairs of commands on local files. */
@Tag("deep")
class LocalPairsTest extends AbstractPairsTest {
  @Override
  public Configuration conf() {
    return LocalJobs.conf(temp);
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(temp);
  }
}
