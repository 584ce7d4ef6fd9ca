// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.io.TempDir;

class LocalInspectTest extends AbstractInspectTest {
  @TempDir java.nio.file.Path temp;

  @Override
  protected Configuration conf() {
    var conf = new Configuration();
    conf.set("hadoop.tmp.dir", temp.resolve("hadoop").toString());
    return conf;
  }

  @Override
  protected Path testDir() {
    return new Path(temp.toUri());
  }
}
