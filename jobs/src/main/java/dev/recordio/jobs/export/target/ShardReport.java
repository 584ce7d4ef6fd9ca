// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.jobs.job.JsonFiles;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What a task reports of a shard that it has written.
 *
 * @param shard its number, from 0
 * @param file its main file; null when its records are in files of their own
 * @param records their number
 * @param bytes of the main file, or of all files where there is none
 * @param names of its files, or of the folders that hold them
 */
public record ShardReport(int shard, String file, long records, long bytes, List<String> names) {
  private static final String SUFFIX = ".json";

  void write(FileSystem fs, Path folder) throws IOException {
    JsonFiles.write(fs, new Path(folder, ShardFiles.resultName(shard, SUFFIX)), this);
  }

  /** Reads the report of a shard from the folder of its task. */
  static ShardReport read(FileSystem fs, Path file) throws IOException {
    return JsonFiles.read(fs, file, ShardReport.class);
  }

  static boolean isReport(String name) {
    return name.startsWith("shard-") && name.endsWith(SUFFIX);
  }
}
