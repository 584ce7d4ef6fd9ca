// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.fs.input.InputRange;
import dev.recordio.io.Stepwise;
import dev.recordio.jobs.job.Serde;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.WritableUtils;

/**
 * A part of the input with its own result.
 *
 * @param number counts from 0 over the input
 * @param ranges what it reads, in order, at most one per file; none when it is empty
 */
public record Segment(int number, List<InputRange> ranges) {
  /** How segments are passed to tasks: number and ranges. */
  public static final Serde<Segment> SERDE = new Serde<>(Segment::write, Segment::read);

  /** Returns the total length of the ranges in the files, in bytes. */
  public long bytes() {
    return ranges.stream().mapToLong(InputRange::length).sum();
  }

  private void write(DataOutput out) throws IOException {
    out.writeInt(number);
    out.writeInt(ranges.size());
    for (InputRange range : ranges) {
      WritableUtils.writeString(out, range.path().toString());
      out.writeLong(range.start());
      out.writeLong(range.length());
    }
  }

  private static Segment read(DataInput in) throws IOException {
    int number = in.readInt();
    var ranges = new ArrayList<InputRange>();
    for (int left = in.readInt(); left > 0; left--) {
      var path = Stepwise.path(Stepwise.readString(in));
      long start = in.readLong();
      ranges.add(new InputRange(path, start, in.readLong()));
    }
    return new Segment(number, ranges);
  }
}
