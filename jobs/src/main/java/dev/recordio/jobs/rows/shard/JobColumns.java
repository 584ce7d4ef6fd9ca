// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.fs.row.ColumnFile;
import dev.recordio.sparse.ColumnMap;
import java.io.IOException;
import java.lang.ref.WeakReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/**
 * The map of columns of a csr job, in a file for its tasks. All tasks in a process share one map.
 */
public final class JobColumns {
  private static final String FILE = "recordio.csr.columns-file";

  private static String lastFile;
  private static WeakReference<ColumnMap> lastMap;

  private JobColumns() {}

  /** Gives a job its map. */
  public static void set(Configuration conf, Path file, ColumnMap map) throws IOException {
    ColumnFile.write(file.getFileSystem(conf), file, map);
    conf.set(FILE, file.toString());
    keep(file, map);
  }

  private static synchronized void keep(Path file, ColumnMap map) {
    lastFile = file.toString();
    lastMap = new WeakReference<>(map);
  }

  /** Returns the map of a job; null when it has none. */
  public static ColumnMap of(Configuration conf) throws IOException {
    String name = conf.get(FILE);
    if (name == null) {
      return null;
    }
    synchronized (JobColumns.class) {
      ColumnMap map = name.equals(lastFile) ? lastMap.get() : null;
      if (map == null) {
        var file = new Path(name);
        map = ColumnFile.read(file.getFileSystem(conf), file);
        keep(file, map);
      }
      return map;
    }
  }

  /** Puts the file of a job's map, if it has one, into its output. */
  public static void copy(Configuration conf, FileSystem fs, Path output) throws IOException {
    if (exist(conf)) {
      var file = new Path(conf.get(FILE));
      var to = new Path(output, ColumnFile.NAME);
      FileUtil.copy(file.getFileSystem(conf), file, fs, to, false, conf);
    }
  }

  /** Whether a job has a map. */
  public static boolean exist(Configuration conf) {
    return conf.get(FILE) != null;
  }
}
