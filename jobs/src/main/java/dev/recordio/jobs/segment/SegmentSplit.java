// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.segment;

import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.InputSplit;

/** The consecutive segments that one map task takes, with their ranges: at least one. */
final class SegmentSplit extends InputSplit implements Writable {
  private final List<Segment> segments = new ArrayList<>();
  private long bytes;
  private String[] hosts = {};

  /** The fraction of the current segment that has been read; set in the task. */
  private volatile float within;

  /** For Hadoop, which reads the fields. */
  SegmentSplit() {}

  SegmentSplit(List<Segment> segments, long bytes, String[] hosts) {
    this.segments.addAll(segments);
    this.bytes = bytes;
    this.hosts = hosts;
  }

  /** Returns the segments, in order. */
  List<Segment> segments() {
    return segments;
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
    out.writeInt(segments.size());
    out.writeInt(segments.get(0).number());
    for (Segment segment : segments) {
      segment.writeRanges(out);
    }
    out.writeLong(bytes);
    WritableUtils.writeStringArray(out, hosts);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    segments.clear();
    int count = in.readInt();
    int first = in.readInt();
    if (count < 1) {
      throw Stepwise.malformed("not a split", "a number of segments", count + "");
    }
    while (segments.size() < count) {
      segments.add(Segment.read(in, first + segments.size()));
    }
    bytes = in.readLong();
    hosts = Stepwise.readStrings(in);
  }

  @Override
  public String toString() {
    int first = segments.get(0).number();
    return "segments " + first + " to " + (first + segments.size() - 1) + ", " + bytes + " bytes";
  }
}
