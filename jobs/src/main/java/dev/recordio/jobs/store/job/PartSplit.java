// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** A part of a job's work. */
final class PartSplit extends InputSplit implements Writable {
  private int number;
  private long from;
  private long to;
  private long bytes;

  /** For Hadoop, which reads the fields. */
  PartSplit() {}

  /**
   * Makes a part.
   *
   * @param number its number, from 0
   * @param from the first record, or what the job takes it for
   * @param to the one after the last
   * @param bytes about how many there are to read or write
   */
  PartSplit(int number, long from, long to, long bytes) {
    this.number = number;
    this.from = from;
    this.to = to;
    this.bytes = bytes;
  }

  int number() {
    return number;
  }

  long from() {
    return from;
  }

  long to() {
    return to;
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
    out.writeInt(number);
    out.writeLong(from);
    out.writeLong(to);
    out.writeLong(bytes);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    number = in.readInt();
    from = in.readLong();
    to = in.readLong();
    bytes = in.readLong();
  }

  @Override
  public String toString() {
    return "part " + number;
  }
}
