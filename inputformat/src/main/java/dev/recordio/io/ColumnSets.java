// SPDX-License-Identifier: Apache-2.0
package dev.recordio.io;

import dev.recordio.sparse.ColumnSet;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.WritableUtils;

/** Sets of columns, from task to task: their number, and the differences, as Hadoop's numbers. */
public final class ColumnSets {
  private ColumnSets() {}

  /** Writes a set. */
  public static void write(ColumnSet set, DataOutput out) throws IOException {
    long[] ascending = set.sorted();
    out.writeInt(ascending.length);
    long last = 0;
    for (long column : ascending) {
      WritableUtils.writeVLong(out, column - last);
      last = column;
    }
  }

  /** Adds the columns of a set that was written. */
  public static void addAll(ColumnSet to, DataInput in) throws IOException {
    long column = 0;
    for (int left = in.readInt(); left > 0; left--) {
      column += WritableUtils.readVLong(in);
      to.add(column);
    }
  }
}
