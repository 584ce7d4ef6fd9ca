// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.tally;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * Records and labels of the slices of a range of a file, and the order of its labels. A slice of a
 * file begins at each multiple of a number of bytes, which the job's client sets.
 */
public final class SliceTally implements Writable {
  /** The number of different labels that are counted exactly. */
  public static final int MAX_LABELS = 1 << 17;

  /** The number of different labels of a slice that are counted exactly. */
  public static final int MAX_SLICE_LABELS = 1 << 14;

  private static final String SLICE_BYTES = "recordio.report.slice-bytes";

  /** Of a compressed file the offsets go beyond its length: the last slice takes what is left. */
  private static final int MAX_SLICE = 63;

  private final NeighbourTally neighbours = new NeighbourTally();
  private final Map<Integer, Slice> slices = new TreeMap<>();
  private long sliceBytes = Long.MAX_VALUE;
  private long end; // of the current slice
  private Slice current;

  /** What is in a slice. */
  public static final class Slice {
    private final FrequencySketch labels;
    private long records;

    /**
     * Creates an empty one.
     *
     * @param capacity the number of different labels that are counted exactly
     */
    public Slice(int capacity) {
      labels = new FrequencySketch(capacity);
    }

    /** Adds what is in another one. */
    public void add(Slice other) {
      records += other.records;
      labels.add(other.labels);
    }

    /** Returns how often each label occurs, by its bits. */
    public FrequencySketch labels() {
      return labels;
    }

    /** Returns the number of records, with and without a label. */
    public long records() {
      return records;
    }
  }

  /** Specifies, in the configuration of a job, how long slices are. */
  public static void setSliceBytes(Configuration conf, long bytes) {
    conf.setLong(SLICE_BYTES, bytes);
  }

  /** Begins with the settings of a job. */
  public void begin(Configuration conf) {
    sliceBytes = conf.getLong(SLICE_BYTES, Long.MAX_VALUE);
  }

  /** Counts a record. Offsets ascend. */
  public void addRecord(long offset) {
    if (current == null || offset >= end) {
      long number = Math.min(MAX_SLICE, Math.max(0, offset) / sliceBytes);
      current = slices.computeIfAbsent((int) number, key -> new Slice(MAX_LABELS));
      end = number == MAX_SLICE ? Long.MAX_VALUE : (number + 1) * sliceBytes;
    }
    current.records++;
  }

  /** Gives a label to the record that was counted last. */
  public void addLabel(float label) {
    int bits = Float.floatToIntBits(label == 0 ? 0f : label); // -0 is 0
    current.labels.add(bits);
    neighbours.add(bits);
  }

  /** Returns the order of labels. */
  public NeighbourTally neighbours() {
    return neighbours;
  }

  /** Returns the slices by their number in the file. */
  public Map<Integer, Slice> slices() {
    return slices;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    neighbours.write(out);
    WritableUtils.writeVInt(out, slices.size());
    for (Map.Entry<Integer, Slice> slice : slices.entrySet()) {
      WritableUtils.writeVInt(out, slice.getKey());
      WritableUtils.writeVLong(out, slice.getValue().records);
      slice.getValue().labels.write(out);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    neighbours.readFields(in);
    slices.clear();
    for (int left = WritableUtils.readVInt(in); left > 0; left--) {
      var slice = new Slice(MAX_LABELS);
      slices.put(WritableUtils.readVInt(in), slice);
      slice.records = WritableUtils.readVLong(in);
      slice.labels.readFields(in);
    }
  }
}
