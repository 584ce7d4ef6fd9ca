// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Where the files of a comparison are. */
public enum Storage {
  /** Local files without checksums. */
  RAW("RawLocal"),
  /** Local files with checksum files: the default of {@code file:}. */
  LOCAL("LocalFS, checksums"),
  /** A small HDFS, whose daemons run in this JVM. */
  HDFS("HDFS");

  private final String title;

  Storage(String title) {
    this.title = title;
  }

  /** Returns its name in tables. */
  public String title() {
    return title;
  }

  /** Returns a configuration for local files: with checksum files, or without for the others. */
  public Configuration local() {
    var conf = new Configuration();
    Class<? extends FileSystem> type =
        this == LOCAL ? LocalFileSystem.class : RawLocalFileSystem.class;
    conf.setClass("fs.file.impl", type, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    return conf;
  }

  /** Returns its name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
