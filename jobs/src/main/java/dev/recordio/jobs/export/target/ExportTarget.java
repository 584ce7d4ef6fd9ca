// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** A format that records are exported to. */
public interface ExportTarget {
  /**
   * Validates the settings, before anything is read.
   *
   * @throws InvalidSettingException when they do not fit the format
   */
  void check(Configuration conf) throws IOException;

  /**
   * Whether records are written as they are, whatever they hold: then nothing is looked at but
   * their places, and records have neither labels nor an image.
   */
  boolean takesPayloads(Configuration conf);

  /**
   * Validates what all records have in common, after the census and before anything is written.
   *
   * @throws BadInputException when the format can't hold them
   */
  default void check(Configuration conf, ExportPlan plan) throws IOException {}

  /** Returns what the user should know before anything is written, a line each. */
  default List<String> warnings(Configuration conf, ExportPlan plan) {
    return List.of();
  }

  /**
   * Returns how many files a run leaves that readers see: all shards, and what is written beside
   * them.
   */
  default long files(long shards, long records) {
    return shards;
  }

  /** Returns about how many bytes of its shard's main file a record takes. */
  long bytes(Configuration conf, ExportPlan plan, RecordSize record);

  /**
   * Returns about how many bytes the main file of a shard has.
   *
   * @param records bytes of its records
   */
  default long shardBytes(long records) {
    return records;
  }

  /** Opens a shard, in a task. */
  TargetShard open(Configuration conf, ExportPlan plan, ShardFiles files) throws IOException;

  /** Writes the files about all shards, when the job commits. */
  default void complete(ExportedFiles output) throws IOException {}
}
