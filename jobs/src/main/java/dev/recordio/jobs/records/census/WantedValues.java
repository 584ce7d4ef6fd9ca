// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.jobs.run.split.Numbers;
import dev.recordio.jobs.run.split.ScratchFile;
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
  void write(Configuration conf, Path file) throws IOException {
    ScratchFile.write(
        conf,
        FILE,
        file,
        out -> {
          out.writeInt(sorted.length);
          Numbers.write(out, sorted);
        });
  }

  /** Reads the values in a task; null if none were passed. */
  static WantedValues read(Configuration conf) throws IOException {
    return conf.get(FILE) == null
        ? null
        : ScratchFile.read(
            conf, FILE, in -> new WantedValues(LongStream.of(Numbers.read(in, in.readInt()))));
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
