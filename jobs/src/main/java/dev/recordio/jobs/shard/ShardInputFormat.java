// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

import dev.recordio.jobs.run.split.ScratchFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Passes each shard of a plan to one map task, entry by entry.
 *
 * <p>The table of shards is passed to the job as a whole. The entries are not: a task reads only
 * those of its shard, from their offset in the file of an output.
 *
 * @param <V> an entry, which is reused
 */
public abstract class ShardInputFormat<V extends Writable> extends InputFormat<NullWritable, V> {
  /** Key of the folder that holds the plan while the job runs. */
  private static final String PLAN_DIR = "recordio.job.plan-dir";

  /** Key of the file with the table of shards. */
  private static final String SHARDS = "recordio.job.shards-file";

  /** Returns a new entry. */
  protected abstract V newEntry();

  /**
   * Passes a plan to a job.
   *
   * @param folder the folder that holds the entries; the table of shards is written there
   * @param shards the shards of all outputs
   */
  public static void setPlan(Configuration conf, Path folder, List<ShardSplit> shards)
      throws IOException {
    ScratchFile.write(
        conf, SHARDS, new Path(folder, "shards"), out -> ShardSplit.writeAll(out, shards));
    conf.set(PLAN_DIR, folder.toString());
  }

  /** Returns the folder that holds the plan. */
  public static Path plan(Configuration conf) {
    return new Path(conf.get(PLAN_DIR));
  }

  /**
   * Returns the file with the entries, shard by shard.
   *
   * @param plan the folder that holds the plan
   * @param folder the shards' folder below the output; empty for the output itself
   */
  public static Path entries(Path plan, String folder) {
    return new Path(plan, folder.isEmpty() ? "entries" : "entries-" + folder);
  }

  /** Reads the table of shards of a job's plan. */
  public static List<ShardSplit> readShards(Configuration conf) throws IOException {
    return ScratchFile.read(conf, SHARDS, ShardSplit::readAll);
  }

  /** Returns how many records of a job's plan are in the shards before one. */
  public static long recordsBefore(Configuration conf, int shard) throws IOException {
    return readShards(conf).stream()
        .filter(other -> other.shard() < shard)
        .mapToLong(ShardSplit::records)
        .sum();
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return new ArrayList<>(readShards(job.getConfiguration()));
  }

  @Override
  public RecordReader<NullWritable, V> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Entries<>(newEntry());
  }

  /** Reads the entries of a shard; reuses the value. */
  private static final class Entries<V extends Writable> extends RecordReader<NullWritable, V> {
    private final V entry;
    private ShardEntries<V> entries;

    Entries(V entry) {
      this.entry = entry;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      entries = new ShardEntries<>(context.getConfiguration(), (ShardSplit) split, entry);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      return entries.next() != null;
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public V getCurrentValue() {
      return entry;
    }

    @Override
    public float getProgress() {
      return entries.progress();
    }

    @Override
    public void close() throws IOException {
      if (entries != null) {
        entries.close();
      }
    }
  }
}
