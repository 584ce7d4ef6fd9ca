// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.segment;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.InputSplit;

/** The consecutive segments that one map task takes. */
final class SegmentSplit extends InputSplit implements Writable {
  private int first;
  private int count;
  private long bytes;
  private String[] hosts = {};

  /** The fraction of the current segment that has been read; set in the task. */
  private volatile float within;

  /** For Hadoop, which reads the fields. */
  SegmentSplit() {}

  SegmentSplit(int first, int count, long bytes, String[] hosts) {
    this.first = first;
    this.count = count;
    this.bytes = bytes;
    this.hosts = hosts;
  }

  /** Returns the number of the first segment. */
  int first() {
    return first;
  }

  /** Returns how many segments there are. */
  int count() {
    return count;
  }

  /** Sets the fraction of the current segment that has been read, 0 to 1. */
  void setWithin(float fraction) {
    within = fraction;
  }

  /** Returns the fraction of the current segment that has been read, 0 to 1. */
  float within() {
    return within;
  }

  @Override
  public long getLength() {
    return bytes;
  }

  /** Returns the hosts of the longest range. */
  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(first);
    out.writeInt(count);
    out.writeLong(bytes);
    WritableUtils.writeStringArray(out, hosts);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    first = in.readInt();
    count = in.readInt();
    bytes = in.readLong();
    hosts = WritableUtils.readStringArray(in);
  }

  @Override
  public String toString() {
    return "segments " + first + " to " + (first + count - 1) + ", " + bytes + " bytes";
  }
}
