// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.server.jobtracker.JTConfig;

/** The configuration of tests that run in this process, on the local file system. */
final class LocalPack {
  private LocalPack() {}

  static Configuration conf(Path scratch) {
    var conf = new Configuration();
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    conf.setInt("mapreduce.client.completion.pollinterval", 10);
    conf.set("hadoop.tmp.dir", scratch.resolve("hadoop").toString());
    conf.set(JTConfig.JT_STAGING_AREA_ROOT, scratch.resolve("staging").toString());
    return conf;
  }

  static org.apache.hadoop.fs.Path testDir(Path scratch) {
    return new org.apache.hadoop.fs.Path("file:" + scratch.resolve("test"));
  }
}
