// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.tally;

import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * Records and labels of the slices of a range of a file, and the order of its labels. A slice of a
 * file begins at each multiple of a number of bytes, which the job's client sets.
 */
public final class SliceTally {
  /** The number of different labels that are counted exactly. */
  public static final int MAX_LABELS = 1 << 17;

  /** The number of different labels of a slice that are counted exactly. */
  public static final int MAX_SLICE_LABELS = 1 << 14;

  private static final String SLICE_BYTES = "recordio.report.slice-bytes";

  /** Of a compressed file the offsets go beyond its length: the last slice takes what is left. */
  private static final int MAX_SLICE = 63;

  private RunTally labels = new RunTally();
  private SortedMap<Integer, Slice> slices = new TreeMap<>();
  private transient long sliceBytes;
  private transient long end; // of the current slice
  private transient Slice current;

  /** What is in a slice. */
  public static final class Slice {
    private FrequencySketch labels;
    private long records;

    private Slice() {}

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
  SliceTally begin(Configuration conf) {
    sliceBytes = conf.getLong(SLICE_BYTES, Long.MAX_VALUE);
    return this;
  }

  /** Counts a record. Offsets ascend. */
  void addRecord(long offset) {
    if (current == null || offset >= end) {
      long number = Math.min(MAX_SLICE, Math.max(0, offset) / sliceBytes);
      current = slices.computeIfAbsent((int) number, key -> new Slice(MAX_LABELS));
      end = number == MAX_SLICE ? Long.MAX_VALUE : (number + 1) * sliceBytes;
    }
    current.records++;
  }

  /** Gives a label to the record that was counted last. */
  void addLabel(float label) {
    int bits = Float.floatToIntBits(label == 0 ? 0f : label); // -0 is 0
    current.labels.add(bits);
    labels.add(bits);
  }

  /** Returns the labels in their order, by their bits. */
  public RunTally labels() {
    return labels;
  }

  /** Returns the slices by their number in the file. */
  public SortedMap<Integer, Slice> slices() {
    return slices;
  }
}
