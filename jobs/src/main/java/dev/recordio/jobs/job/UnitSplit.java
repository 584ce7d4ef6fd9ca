// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** The consecutive units of a plan that one task runs: at least one, each as bytes. */
final class UnitSplit extends InputSplit implements Writable {
  private int first; // number of the first unit
  private List<byte[]> units;
  private long length;
  private String[] hosts = {};

  /** The fraction of the current unit that is done; set in the task. */
  private transient volatile float within;

  /** For Hadoop, which reads the fields. */
  UnitSplit() {}

  UnitSplit(int first, List<byte[]> units, long length, String[] hosts) {
    this.first = first;
    this.units = units;
    this.length = length;
    this.hosts = hosts;
  }

  int first() {
    return first;
  }

  List<byte[]> units() {
    return units;
  }

  /** Sets the fraction of the current unit that is done, 0 to 1. */
  void setWithin(float fraction) {
    within = fraction;
  }

  float within() {
    return within;
  }

  @Override
  public long getLength() {
    return length;
  }

  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    FieldSerde.of(UnitSplit.class).write(this, out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    FieldSerde.of(UnitSplit.class).read(this, in);
  }

  @Override
  public String toString() {
    int last = first + units.size() - 1;
    return last == first ? "unit " + first : "units " + first + " to " + last;
  }
}
