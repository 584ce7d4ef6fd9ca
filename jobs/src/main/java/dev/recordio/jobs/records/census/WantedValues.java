// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.jobs.job.Serde;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The keys or labels to select: eight bytes each. */
public final class WantedValues {
  private static final Serde<long[]> SERDE = Serde.ofFields(long[].class);

  /** Key of the file with the values. */
  private static final String FILE = "recordio.select.values-file";

  private final long[] sorted;
  private final BitSet found = new BitSet();

  public WantedValues(LongStream values) {
    sorted = values.sorted().distinct().toArray();
  }

  /** Passes the values to a job; creates {@code file} for its tasks. */
  void pass(Configuration conf, Path file) throws IOException {
    SERDE.pass(conf, FILE, file, sorted);
  }

  /** Reads the values in a task; null if none were passed. */
  static WantedValues ofTask(Configuration conf) throws IOException {
    long[] passed = SERDE.passed(conf, FILE);
    return passed == null ? null : new WantedValues(LongStream.of(passed));
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
