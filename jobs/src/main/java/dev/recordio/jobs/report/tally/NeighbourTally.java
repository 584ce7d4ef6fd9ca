// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.tally;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * How many neighbours in a sequence of labels are equal. A sequence may be counted in pieces, which
 * are then appended in their order.
 */
public final class NeighbourTally implements Writable {
  private long count;
  private long equal;
  private int first;
  private int last;

  /** Appends a label, by its bits. */
  public void add(int label) {
    if (count == 0) {
      first = label;
    } else if (label == last) {
      equal++;
    }
    last = label;
    count++;
  }

  /** Appends the labels of another tally. */
  public void append(NeighbourTally next) {
    if (next.count == 0) {
      return;
    }
    if (count == 0) {
      first = next.first;
    } else if (last == next.first) {
      equal++;
    }
    equal += next.equal;
    last = next.last;
    count += next.count;
  }

  /** Returns the pairs of neighbours. */
  public long pairs() {
    return Math.max(0, count - 1);
  }

  /** Returns the pairs whose labels are equal. */
  public long equal() {
    return equal;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVLong(out, count);
    WritableUtils.writeVLong(out, equal);
    out.writeInt(first);
    out.writeInt(last);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    count = WritableUtils.readVLong(in);
    equal = WritableUtils.readVLong(in);
    first = in.readInt();
    last = in.readInt();
  }
}
