// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred.store;

import dev.recordio.io.Stepwise;
import dev.recordio.store.split.PlannedSplit;
import dev.recordio.store.split.StoreSplitPlanner;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileSplit;

/** A split of a store: its path is the store's folder. */
public final class StoreSplit extends FileSplit {
  private PlannedSplit split;

  /** Creates a split that is to be read. */
  public StoreSplit() {}

  StoreSplit(Path store, StoreSplitPlanner.Placed placed) {
    super(store, placed.split().start(), placed.split().bytes(), placed.hosts());
    split = placed.split();
  }

  /** Returns which records it has. */
  public PlannedSplit split() {
    return split;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    split.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(Stepwise.readFileSplit(in));
    split = PlannedSplit.read(in);
  }

  @Override
  public String toString() {
    return getPath() + ", generation " + split.generation() + ", ids " + split.ids();
  }
}
