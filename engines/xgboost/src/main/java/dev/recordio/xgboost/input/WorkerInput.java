// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.input;

import dev.recordio.fs.input.InputRange;
import dev.recordio.io.Stepwise;
import dev.recordio.task.TaskCounters;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What one worker reads, in order: ranges of files of rows, or shards of csr.
 *
 * @param ranges of text or RecordIO
 * @param shards of csr; none if there are ranges
 */
public record WorkerInput(List<InputRange> ranges, Shards shards) {
  /**
   * A shard.
   *
   * @param path the {@code .npz} file
   * @param maxIndex the largest column, unsigned
   * @param hasMargins whether rows have a base margin each
   */
  public record Shard(
      String path,
      long rows,
      long entries,
      long maxIndex,
      boolean hasWeight,
      boolean hasQid,
      boolean hasMargins) {}

  /**
   * Shards of a worker: it reads them, but leaves out the rows that go on with the last group
   * before them, and goes on with its own last group after them.
   *
   * @param own those that it reads
   * @param before all shards before them, in order; none if rows have no query ids
   * @param after all shards after them, in order; none if rows have no query ids
   */
  public record Shards(List<Shard> own, List<Shard> before, List<Shard> after) {
    /** No shards. */
    public static final Shards NONE = new Shards(List.of(), List.of(), List.of());
  }

  /** Opens the rows; files are opened when they are reached. */
  public RowSource open(Configuration conf, TaskCounters counters) {
    return shards.own().isEmpty()
        ? new TextRows(conf, ranges, counters)
        : new ShardRows(conf, shards);
  }

  /** Returns all paths. */
  public List<Path> paths() {
    var paths = new ArrayList<Path>();
    ranges.forEach(range -> paths.add(range.path()));
    shards.own().forEach(shard -> paths.add(new Path(shard.path())));
    return paths;
  }

  /** Returns the first path, for messages; what an empty input is called if there is none. */
  public String name() {
    return paths().isEmpty() ? "nothing" : paths().get(0).toString();
  }

  /** Returns about how many bytes are read. */
  public long bytes() {
    long bytes = 0;
    for (InputRange range : ranges) {
      bytes += range.length();
    }
    for (Shard shard : shards.own()) {
      bytes += Long.BYTES * (shard.rows() + shard.entries());
    }
    return bytes;
  }

  /** Writes it, without the hosts. */
  public void write(DataOutput out) throws IOException {
    out.writeInt(ranges.size());
    for (InputRange range : ranges) {
      out.writeUTF(range.path().toString());
      out.writeLong(range.start());
      out.writeLong(range.length());
    }
    write(shards.own(), out);
    write(shards.before(), out);
    write(shards.after(), out);
  }

  private static void write(List<Shard> shards, DataOutput out) throws IOException {
    out.writeInt(shards.size());
    for (Shard shard : shards) {
      out.writeUTF(shard.path());
      out.writeLong(shard.rows());
      out.writeLong(shard.entries());
      out.writeLong(shard.maxIndex());
      out.writeBoolean(shard.hasWeight());
      out.writeBoolean(shard.hasQid());
      out.writeBoolean(shard.hasMargins());
    }
  }

  /** Reads what {@link #write} wrote. */
  public static WorkerInput read(DataInput in) throws IOException {
    var ranges = new ArrayList<InputRange>();
    for (int i = in.readInt(); i > 0; i--) {
      ranges.add(new InputRange(Stepwise.path(in.readUTF()), in.readLong(), in.readLong()));
    }
    return new WorkerInput(ranges, new Shards(readShards(in), readShards(in), readShards(in)));
  }

  private static List<Shard> readShards(DataInput in) throws IOException {
    var shards = new ArrayList<Shard>();
    for (int i = in.readInt(); i > 0; i--) {
      shards.add(
          new Shard(
              in.readUTF(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readBoolean(),
              in.readBoolean(),
              in.readBoolean()));
    }
    return shards;
  }
}
