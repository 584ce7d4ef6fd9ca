// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.tally;

import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.WritableUtils;

/**
 * A record that was drawn.
 *
 * @param draw decides, unsigned, which records are drawn: the smallest
 * @param path its file
 * @param offset where it begins, in bytes
 * @param length bytes of its payload
 */
public record SampledRecord(long draw, String path, long offset, int length)
    implements Comparable<SampledRecord> {
  @Override
  public int compareTo(SampledRecord other) {
    int order = Long.compareUnsigned(draw, other.draw);
    order = order == 0 ? path.compareTo(other.path) : order;
    return order == 0 ? Long.compare(offset, other.offset) : order;
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(draw);
    WritableUtils.writeString(out, path);
    out.writeLong(offset);
    out.writeInt(length);
  }

  static SampledRecord read(DataInput in) throws IOException {
    long draw = in.readLong();
    String path = Stepwise.readString(in);
    long offset = in.readLong();
    return new SampledRecord(draw, path, offset, in.readInt());
  }
}
