// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Where the files of a comparison are. */
public enum Storage {
  /** Local files without checksums. */
  RAW("RawLocal"),
  /** Local files that are not in the page cache: {@code --dir} must be on a disk. */
  COLD("not cached"),
  /** Local files with checksum files: the default of {@code file:}. */
  LOCAL("LocalFS, checksums"),
  /** A small HDFS, whose daemons run in this JVM. */
  HDFS("HDFS"),
  /** An S3-compatible server on this machine; each answer takes {@link #REQUEST_MILLIS} longer. */
  S3A("S3A, 20 ms a request");

  /** How much longer than on this machine a request of {@link #S3A} takes, in ms. */
  public static final long REQUEST_MILLIS = 20;

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

  /** Returns a comparison over a file that is on it. */
  public Trial of(Trial trial, Path file) {
    return this == COLD ? ColdReads.of(trial, localPath(file)) : trial;
  }

  /** Returns the path of a local file or folder. */
  public static java.nio.file.Path localPath(Path path) {
    return java.nio.file.Path.of(path.toUri().getPath());
  }

  /** Returns its name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
