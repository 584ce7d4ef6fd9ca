// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.mapreduce;

import dev.recordio.xgboost.input.WorkerInput;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** What a worker reads, as a split. */
public final class WorkerSplit extends InputSplit implements Writable {
  private int task;
  private WorkerInput input;

  /** Creates a split to be read. */
  public WorkerSplit() {}

  WorkerSplit(int task, WorkerInput input) {
    this.task = task;
    this.input = input;
  }

  int task() {
    return task;
  }

  WorkerInput input() {
    return input;
  }

  @Override
  public long getLength() {
    return input.bytes();
  }

  @Override
  public String[] getLocations() {
    return new String[0]; // a worker reads parts of many files
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(task);
    input.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    task = in.readInt();
    input = WorkerInput.read(in);
  }
}
