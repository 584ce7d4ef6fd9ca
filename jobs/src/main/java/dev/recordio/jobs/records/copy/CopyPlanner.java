// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.NumberedSplit;
import dev.recordio.jobs.records.select.OutputChooser;
import dev.recordio.jobs.shard.ByteShardCutter;
import dev.recordio.jobs.shard.CountShardCutter;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardEntries;
import dev.recordio.jobs.shard.ShardSetting;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

/**
 * Writes the plan of a copy: which records, in the order of the input, go to which output, and to
 * which shard there. Memory does not grow with the number of records.
 *
 * <p>With a number of shards these get equal numbers of records; with a size they get equal bytes.
 */
final class CopyPlanner {
  private final Census census;
  private final OutputChooser choice;
  private final List<Output> outputs;
  private final boolean keepsKeys;
  private final boolean looksForRepeats;
  private final RepeatCount repeats; // null: there can be none, or too many records to count

  /**
   * Makes a planner.
   *
   * @param folders the outputs: folders below the job's output, or an empty name for the output
   *     itself
   * @param wholeQueries whether shards end only where the noted value, a query id, changes
   */
  CopyPlanner(
      Census census,
      OutputChooser choice,
      SourceKeys keys,
      List<String> folders,
      boolean wholeQueries) {
    this.census = census;
    this.choice = choice;
    keepsKeys = keys.areKept();
    looksForRepeats = !keys.areUnique();
    repeats = looksForRepeats ? keys.newCount() : null;
    outputs = folders.stream().map(folder -> new Output(folder, wholeQueries)).toList();
  }

  /** Writes the entries into a folder. */
  List<CopyUnit.Shard> plan(Configuration conf, ShardSetting setting, Path plan)
      throws IOException {
    if (choice.needsSurvey()) {
      census.forEach((number, split, offset, length, value, key) -> choice.survey(value));
    }
    pass((output, split, offset, length, value, key) -> output.count(length));
    var shards = new ArrayList<CopyUnit.Shard>();
    try (Closeable all = () -> CloseOnFailure.closeAll(outputs)) {
      for (Output output : outputs) {
        output.open(conf, plan, setting);
      }
      pass(
          (output, split, offset, length, value, key) -> {
            output.add(split.file(), offset, length, value, keepsKeys ? key : 0);
            if (repeats != null) {
              repeats.add(key);
            }
          });
      for (Output output : outputs) {
        shards.addAll(output.finish());
      }
    }
    return shards;
  }

  /** Returns how many of the planned records have the key of an earlier one; -1 if unknown. */
  long repeatedKeys() {
    return !looksForRepeats ? 0 : repeats == null ? -1 : repeats.repeated();
  }

  @FunctionalInterface
  private interface Taker {
    void take(Output output, NumberedSplit split, long offset, int length, long value, long key)
        throws IOException;
  }

  private void pass(Taker taker) throws IOException {
    choice.begin(census.records());
    census.forEach(
        (number, split, offset, length, value, key) -> {
          int output = choice.choose(number, value);
          if (output != OutputChooser.NONE) {
            taker.take(outputs.get(output), split, offset, length, value, key);
          }
        });
  }

  /**
   * One output: first its records are counted, then their entries are written shard by shard. Its
   * folder is below the job's output; empty for the output itself.
   */
  private static final class Output implements Closeable {
    private final String folder;
    private final List<CopyUnit.Shard> shards = new ArrayList<>();
    private final CopyEntry entry = new CopyEntry();

    private long records;
    private long bytes;
    private FSDataOutputStream out;
    private long written;
    private CountShardCutter byCount; // or
    private ByteShardCutter bySize;
    private int shardCount;
    private final boolean wholeQueries;
    private long query; // of the last row

    Output(String folder, boolean wholeQueries) {
      this.folder = folder;
      this.wholeQueries = wholeQueries;
    }

    void count(int length) {
      records++;
      bytes += length;
    }

    /** Begins to write entries, after all records are counted. */
    void open(Configuration conf, Path plan, ShardSetting setting) throws IOException {
      shardCount = setting.count(bytes, records);
      if (setting.byCount()) {
        byCount = new CountShardCutter(records, shardCount);
      } else {
        bySize = new ByteShardCutter(shardCount, bytes);
      }
      out = Files.create(conf, ShardEntries.file(plan, folder));
    }

    /** Writes the entry of the next record. */
    void add(int file, long offset, int length, long value, long key) throws IOException {
      int shard = byCount != null ? byCount.shardOf(written) : bySize.next(length);
      if (wholeQueries && written > 0 && value == query) {
        shard = shards.size() - 1;
      }
      query = value;
      openUpTo(shard);
      shards.get(shard).shard().add(length);
      List<Integer> files = shards.get(shard).files();
      if (files.isEmpty() || files.get(files.size() - 1) != file) {
        files.add(file);
      }
      entry.set(file, offset, length, key);
      entry.write(out);
      written++;
    }

    private void openUpTo(int shard) {
      while (shards.size() <= shard) {
        PlannedShard planned =
            shards.isEmpty()
                ? new PlannedShard(folder, 0, out.getPos(), 0)
                : shards.get(shards.size() - 1).shard().next(out.getPos());
        shards.add(new CopyUnit.Shard(planned, new ArrayList<>()));
      }
    }

    /** Shards without records are written too: the user asked for this many. */
    List<CopyUnit.Shard> finish() throws IOException {
      openUpTo(shardCount - 1);
      close();
      return shards;
    }

    @Override
    public void close() throws IOException {
      if (out != null) {
        out.close();
      }
    }
  }
}
