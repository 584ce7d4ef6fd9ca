// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.NumberedSplit;
import dev.recordio.jobs.records.census.RepeatCount;
import dev.recordio.jobs.records.census.SourceKeys;
import dev.recordio.jobs.records.select.OutputChooser;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardSetting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes the plan of a copy: which records, in the order of the input, go to which output, and to
 * which shard there. Memory does not grow with the number of records.
 *
 * <p>With a number of shards these get equal numbers of records; with a size they get equal bytes.
 */
public final class CopyPlanner {
  private final Census census;
  private final OutputChooser choice;
  private final List<CopyOutput> outputs;
  private final boolean keepsKeys;
  private final boolean looksForRepeats;
  private final RepeatCount repeats; // null: there can be none, or too many records to count

  /**
   * Makes a planner.
   *
   * @param keys knows whether entries have keys
   * @param folders the outputs: folders below the job's output, or an empty name for the output
   *     itself
   */
  public CopyPlanner(Census census, OutputChooser choice, SourceKeys keys, List<String> folders) {
    this.census = census;
    this.choice = choice;
    keepsKeys = keys.areKept();
    looksForRepeats = !keys.areUnique();
    repeats = looksForRepeats ? keys.newCount() : null;
    outputs = folders.stream().map(CopyOutput::new).toList();
  }

  /**
   * Writes the entries into a folder.
   *
   * @param setting the number of shards of each output
   * @param plan the folder
   * @return the shards
   */
  public List<PlannedShard> plan(Configuration conf, ShardSetting setting, Path plan)
      throws IOException {
    if (choice.needsSurvey()) {
      census.forEach((number, split, offset, length, value, key) -> choice.survey(value));
    }
    pass((output, split, offset, length, key) -> output.count(length));
    FileSystem fs = plan.getFileSystem(conf);
    var shards = new ArrayList<PlannedShard>();
    try {
      for (CopyOutput output : outputs) {
        output.open(fs, plan, setting);
      }
      pass(
          (output, split, offset, length, key) -> {
            output.add(split.file(), offset, length, keepsKeys ? key : 0);
            if (repeats != null) {
              repeats.add(key);
            }
          });
      for (CopyOutput output : outputs) {
        shards.addAll(output.finish());
      }
    } finally {
      for (CopyOutput output : outputs) {
        output.close();
      }
    }
    return shards;
  }

  /** Returns how many of the planned records have the key of an earlier one; -1 if unknown. */
  public long repeatedKeys() {
    return !looksForRepeats ? 0 : repeats == null ? -1 : repeats.repeated();
  }

  @FunctionalInterface
  private interface Taker {
    void take(CopyOutput output, NumberedSplit split, long offset, int length, long key)
        throws IOException;
  }

  private void pass(Taker taker) throws IOException {
    choice.begin(census.records());
    census.forEach(
        (number, split, offset, length, value, key) -> {
          int output = choice.choose(number, value);
          if (output != OutputChooser.NONE) {
            taker.take(outputs.get(output), split, offset, length, key);
          }
        });
  }
}
