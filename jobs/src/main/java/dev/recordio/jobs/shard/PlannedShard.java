// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** The entries of the plan that make one shard. */
public final class PlannedShard implements Writable {
  private String folder = "";
  private int shard;
  private long planOffset;
  private long firstRecord;
  private long records;
  private long bytes;

  public PlannedShard() {}

  /**
   * Makes a shard without entries.
   *
   * @param folder the folder below the output that it goes to; empty for the output itself
   * @param shard its number in that folder, from 0
   * @param planOffset offset of its entries in the plan of that folder, in bytes
   * @param firstRecord the number of its first record in that folder
   */
  public PlannedShard(String folder, int shard, long planOffset, long firstRecord) {
    this.folder = folder;
    this.shard = shard;
    this.planOffset = planOffset;
    this.firstRecord = firstRecord;
  }

  /** Returns the shard that follows this one, which is complete, in its folder. */
  public PlannedShard next(long offset) {
    return new PlannedShard(folder, shard + 1, offset, firstRecord + records);
  }

  /** Adds a record of about {@code size} bytes to the shard. */
  public void add(long size) {
    records++;
    bytes += size;
  }

  /** Returns the folder below the output that the shard goes to; empty for the output itself. */
  public String folder() {
    return folder;
  }

  public int shard() {
    return shard;
  }

  public long planOffset() {
    return planOffset;
  }

  public long firstRecord() {
    return firstRecord;
  }

  public long records() {
    return records;
  }

  public long bytes() {
    return bytes;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeString(out, folder);
    out.writeInt(shard);
    out.writeLong(planOffset);
    out.writeLong(firstRecord);
    out.writeLong(records);
    out.writeLong(bytes);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    folder = Stepwise.readString(in);
    shard = in.readInt();
    planOffset = in.readLong();
    firstRecord = in.readLong();
    records = in.readLong();
    bytes = in.readLong();
  }

  /** Writes a list of shards. */
  public static void writeAll(DataOutput out, List<PlannedShard> shards) throws IOException {
    out.writeInt(shards.size());
    for (PlannedShard shard : shards) {
      shard.write(out);
    }
  }

  /** Reads a list of shards. */
  public static List<PlannedShard> readAll(DataInput in) throws IOException {
    var shards = new ArrayList<PlannedShard>();
    int all = in.readInt();
    if (all < 0) {
      throw new IOException("a plan of " + all + " shards: it is damaged");
    }
    for (int count = all; count > 0; count--) {
      var shard = new PlannedShard();
      shard.readFields(in);
      shards.add(shard);
    }
    return shards;
  }

  @Override
  public String toString() {
    return "shard "
        + (folder.isEmpty() ? "" : folder + "/")
        + shard
        + " of "
        + records
        + " records";
  }
}
