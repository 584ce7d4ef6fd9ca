// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.copy;

import dev.recordio.jobs.shard.ShardInputFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Gives the entries of the shards that a task writes, in the order of the input. The key specifies
 * which of the task's shards an entry is for.
 */
public final class CopyInputFormat extends InputFormat<IntWritable, CopyEntry> {
  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return new ArrayList<>(CopySplit.group(ShardInputFormat.readShards(job.getConfiguration())));
  }

  @Override
  public RecordReader<IntWritable, CopyEntry> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Merged();
  }

  /** The entries of one shard. */
  private static final class OfShard extends ShardInputFormat<CopyEntry> {
    @Override
    protected CopyEntry newEntry() {
      return new CopyEntry();
    }
  }

  private static final class Merged extends RecordReader<IntWritable, CopyEntry> {
    private final List<RecordReader<NullWritable, CopyEntry>> shards = new ArrayList<>();
    private final List<CopyEntry> next = new ArrayList<>(); // of each shard; null after the last
    private final IntWritable current = new IntWritable(-1);
    private long total;
    private long read;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      for (var shard : ((CopySplit) split).shards()) {
        var entries = new OfShard().createRecordReader(shard, context);
        shards.add(entries);
        entries.initialize(shard, context);
        next.add(step(entries));
        total += shard.records();
      }
    }

    private static CopyEntry step(RecordReader<NullWritable, CopyEntry> entries)
        throws IOException, InterruptedException {
      return entries.nextKeyValue() ? entries.getCurrentValue() : null;
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      if (current.get() >= 0) {
        next.set(current.get(), step(shards.get(current.get())));
      }
      int first = -1;
      for (int i = 0; i < next.size(); i++) {
        if (next.get(i) != null && (first < 0 || next.get(i).isBefore(next.get(first)))) {
          first = i;
        }
      }
      current.set(first);
      read++;
      return first >= 0;
    }

    @Override
    public IntWritable getCurrentKey() {
      return current;
    }

    @Override
    public CopyEntry getCurrentValue() {
      return next.get(current.get());
    }

    @Override
    public float getProgress() {
      return total == 0 ? 1 : Math.min(1f, (float) read / total);
    }

    @Override
    public void close() throws IOException {
      closeAll(shards);
    }
  }

  /** Closes all, even if some fail; throws the first error, with the others suppressed. */
  static void closeAll(List<? extends Closeable> open) throws IOException {
    if (!open.isEmpty()) {
      try (Closeable last = open.get(open.size() - 1)) {
        closeAll(open.subList(0, open.size() - 1));
      }
    }
  }
}
