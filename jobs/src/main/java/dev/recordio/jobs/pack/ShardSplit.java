// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** The entries of the plan that make one shard. */
final class ShardSplit extends InputSplit implements Writable {
  private int shard;
  private long planOffset;
  private long records;
  private long bytes;

  /** For Hadoop, which reads the fields. */
  ShardSplit() {}

  ShardSplit(int shard, long planOffset) {
    this.shard = shard;
    this.planOffset = planOffset;
  }

  /** Counts one more record, of about {@code size} bytes, into the shard. */
  void add(long size) {
    records++;
    bytes += size;
  }

  /** Returns the shard's number, from 0. */
  int shard() {
    return shard;
  }

  /** Returns where the shard's entries begin in the plan, in bytes. */
  long planOffset() {
    return planOffset;
  }

  /** Returns the number of entries. */
  long records() {
    return records;
  }

  /** Returns the bytes that the shard will have, as far as the plan knows. */
  @Override
  public long getLength() {
    return bytes;
  }

  @Override
  public String[] getLocations() {
    return new String[0];
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(shard);
    out.writeLong(planOffset);
    out.writeLong(records);
    out.writeLong(bytes);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    shard = in.readInt();
    planOffset = in.readLong();
    records = in.readLong();
    bytes = in.readLong();
  }

  @Override
  public String toString() {
    return "shard " + shard + " of " + records + " records";
  }
}
