// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.commit;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;

/** The files that a job writes about all of its shards when it commits. */
public interface OutputManifest {
  /** Prepares the output, before any task begins; again when the job is recovered. */
  default void begin(JobContext job, FileSystem fs, Path output) throws IOException {}

  /**
   * Reads and checks the results of all shards, before anything is visible.
   *
   * @param conf the job's configuration
   * @param tasks has a folder for each committed task, with the files that it left
   */
  void read(Configuration conf, FileSystem fs, Path tasks) throws IOException;

  /** Removes what is in the way of the shards, just before they become visible. */
  default void makeWay(Configuration conf, FileSystem fs, Path output) throws IOException {}

  /** Cleans up after a job that failed, before its shards are removed. */
  default void abandon(Configuration conf, FileSystem fs, Path output) throws IOException {}

  /** Writes the files, after the shards are visible and before {@code _SUCCESS}. */
  void write(Configuration conf, FileSystem fs, Path output) throws IOException;

  /**
   * Returns the names, in the output, of the shards and of what {@link #write} makes: what is
   * removed when that fails.
   */
  List<String> names();
}
