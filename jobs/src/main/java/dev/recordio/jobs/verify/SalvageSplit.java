// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** A file of the plan, and the number of its shard. */
final class SalvageSplit extends InputSplit implements Writable {
  private int file;
  private int shard;
  private long bytes;

  /** For Hadoop, which reads the fields. */
  SalvageSplit() {}

  SalvageSplit(int file, int shard, long bytes) {
    this.file = file;
    this.shard = shard;
    this.bytes = bytes;
  }

  /** Returns the place of the file in the plan. */
  int file() {
    return file;
  }

  /** Returns the number of the shard. */
  int shard() {
    return shard;
  }

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
    out.writeInt(file);
    out.writeInt(shard);
    out.writeLong(bytes);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    file = in.readInt();
    shard = in.readInt();
    bytes = in.readLong();
  }

  @Override
  public String toString() {
    return "shard " + shard;
  }
}
