// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Configurations for tests on this machine's own files. */
public final class LocalFiles {
  /**
   * Made once: reading Hadoop's XML takes longer than most tests, and they request it all the time.
   */
  private static final Configuration DEFAULTS = defaults();

  private LocalFiles() {}

  private static Configuration defaults() {
    var conf = new Configuration();
    // The runner of local jobs keeps its files here.
    conf.set("hadoop.tmp.dir", java.nio.file.Path.of("target", "hadoop").toAbsolutePath() + "");
    conf.setInt("mapreduce.client.completion.pollinterval", 10);
    return conf;
  }

  /** Returns a configuration for LocalFileSystem, which keeps and checks checksums. */
  public static Configuration checked() {
    return new Configuration(DEFAULTS);
  }

  /** Returns a configuration for RawLocalFileSystem, which has no checksums. */
  public static Configuration raw() {
    Configuration conf = checked();
    conf.setClass("fs.file.impl", RawLocalFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    return conf;
  }

  /** Returns a folder as Hadoop's path. */
  public static Path path(java.nio.file.Path folder) {
    return new Path(folder.toUri());
  }
}
