// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.jobs.run.split.ScratchFile;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The keys or labels to select: eight bytes each. */
public final class WantedValues {
  /** Key of the file with the values. */
  private static final String FILE = "recordio.select.values-file";

  private final long[] sorted;
  private final BitSet found = new BitSet();

  public WantedValues(LongStream values) {
    sorted = values.sorted().distinct().toArray();
  }

  /** Passes the values to a job; creates {@code file} for its tasks. */
  public void write(Configuration conf, Path file) throws IOException {
    ScratchFile.write(conf, FILE, file, this::write);
  }

  private void write(DataOutput out) throws IOException {
    out.writeInt(sorted.length);
    for (long value : sorted) {
      out.writeLong(value);
    }
  }

  /** Reads the values in a task. */
  static WantedValues read(Configuration conf) throws IOException {
    return ScratchFile.read(conf, FILE, WantedValues::read);
  }

  private static WantedValues read(DataInput in) throws IOException {
    var values = new long[in.readInt()];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readLong();
    }
    return new WantedValues(Arrays.stream(values));
  }

  boolean contains(long value) {
    return Arrays.binarySearch(sorted, value) >= 0;
  }

  /** Notes that a record has {@code value}. */
  public void found(long value) {
    found.set(Arrays.binarySearch(sorted, value));
  }

  /** Returns how many values no record has. */
  public int missing() {
    return sorted.length - found.cardinality();
  }
}
