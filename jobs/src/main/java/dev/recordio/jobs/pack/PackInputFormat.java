// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Gives each shard of the plan to one map task, entry by entry. */
final class PackInputFormat extends InputFormat<NullWritable, Source> {

  /** Writes the table of shards. */
  static void writeShards(FileSystem fs, Path folder, List<ShardSplit> shards) throws IOException {
    try (FSDataOutputStream out = fs.create(PackPlan.shards(folder), false)) {
      out.writeInt(shards.size());
      for (ShardSplit shard : shards) {
        shard.write(out);
      }
    }
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    Path file = PackPlan.shards(PackPlan.folder(job.getConfiguration()));
    var splits = new ArrayList<InputSplit>();
    try (FSDataInputStream in = file.getFileSystem(job.getConfiguration()).open(file)) {
      for (int count = in.readInt(); count > 0; count--) {
        var split = new ShardSplit();
        split.readFields(in);
        splits.add(split);
      }
    }
    return splits;
  }

  @Override
  public RecordReader<NullWritable, Source> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Entries();
  }

  /** Reads the entries of a shard; reuses the value. */
  private static final class Entries extends RecordReader<NullWritable, Source> {
    private final Source source = new Source();
    private DataInputStream in;
    private long total;
    private long read;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      var shard = (ShardSplit) split;
      Configuration conf = context.getConfiguration();
      Path file = PackPlan.entries(PackPlan.folder(conf));
      total = shard.records();
      FSDataInputStream plan = file.getFileSystem(conf).open(file);
      in = new DataInputStream(new BufferedInputStream(plan, 1 << 16));
      plan.seek(shard.planOffset());
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      if (read == total) {
        return false;
      }
      source.readFields(in);
      read++;
      return true;
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public Source getCurrentValue() {
      return source;
    }

    @Override
    public float getProgress() {
      return total == 0 ? 1 : (float) read / total;
    }

    @Override
    public void close() throws IOException {
      if (in != null) {
        in.close();
      }
    }
  }
}
