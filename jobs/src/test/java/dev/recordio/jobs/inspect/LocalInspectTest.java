// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import dev.recordio.jobs.testing.LocalJobs;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.io.TempDir;

class LocalInspectTest extends AbstractInspectTest {
  @TempDir java.nio.file.Path temp;

  @Override
  protected Configuration conf() {
    return LocalJobs.conf(temp);
  }

  @Override
  protected Path testDir() {
    return new Path(temp.toUri());
  }
}
