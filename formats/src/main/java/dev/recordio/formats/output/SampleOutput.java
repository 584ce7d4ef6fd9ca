// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.output;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.UnfitInputException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** A format that records are written in. */
public interface SampleOutput {
  /** A shard while it is written. Closing it without {@link #finish} leaves it incomplete. */
  interface Shard extends Closeable {
    /**
     * Writes the next record.
     *
     * @param record good until the method returns
     * @throws dev.recordio.bytes.MalformedRecordException for a record that the format can't hold
     */
    void write(SampleRecord record) throws IOException;

    /** Completes the shard after its last record; not called after an error. */
    default void finish() throws IOException {}
  }

  /**
   * How large a record is, as far as is known before it is read: a few bytes may be padding, or
   * further labels.
   *
   * @param payload bytes, with the image header if there is one
   * @param image bytes without it
   * @param integral whether its only label is a whole number
   */
  record Size(long payload, long image, boolean integral) {}

  /** Returns the keys that the format has a use for, besides {@link OutputConf#HEADER}. */
  Set<OutputConf> keys();

  /**
   * Validates the settings, before anything is read.
   *
   * @throws InvalidSettingException when they do not fit the format
   */
  default void check(Configuration conf) throws IOException {}

  /**
   * Whether records are written as they are, whatever they hold: then nothing is looked at but
   * their places, and records have neither labels nor an image.
   */
  default boolean takesPayloads(Configuration conf) {
    return false;
  }

  /** Returns the lowest label that a record may have beside the names of labels: 0, 1, 2, … */
  default long lowestLabel() {
    return 0;
  }

  /**
   * Validates what all records have in common, before anything is written.
   *
   * @return the facts that shards are opened with
   * @throws UnfitInputException when the format can't hold them
   */
  default SampleFacts check(SampleFacts facts) throws IOException {
    return facts;
  }

  /**
   * Validates columns besides image, key and labels.
   *
   * @throws UnfitInputException when the format has no place for one, or not for its name
   */
  default void check(List<SampleColumn> columns) throws UnfitInputException {
    if (!columns.isEmpty()) {
      throw new UnfitInputException("there is no place for the column " + columns.get(0).name());
    }
  }

  /** Returns what the user should know before anything is written, a line each. */
  default List<String> warnings(Configuration conf, SampleFacts facts) {
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
  long bytes(Configuration conf, SampleFacts facts, Size record);

  /**
   * Returns about how many bytes the main file of a shard has.
   *
   * @param records bytes of its records
   */
  default long shardBytes(long records) {
    return records;
  }

  /** Opens a shard, in a task. */
  Shard open(Configuration conf, SampleFacts facts, ShardFiles files) throws IOException;

  /** Writes the files about all shards, when the job commits. */
  default void complete(SampleFacts facts, OutputFiles output) throws IOException {}
}
