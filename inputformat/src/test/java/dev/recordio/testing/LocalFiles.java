// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Configurations for tests on this machine's own files. */
public final class LocalFiles {
  private LocalFiles() {}

  /** Returns a configuration for LocalFileSystem, which keeps and checks checksums. */
  public static Configuration checked() {
    var conf = new Configuration();
    // The runner of local jobs keeps its files here.
    conf.set("hadoop.tmp.dir", java.nio.file.Path.of("target", "hadoop").toAbsolutePath() + "");
    return conf;
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
