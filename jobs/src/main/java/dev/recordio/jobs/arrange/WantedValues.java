// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.Files;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The keys or labels that select takes: eight bytes each. */
final class WantedValues {
  /** Key of the file with the values. */
  private static final String FILE = "recordio.select.values-file";

  private final long[] sorted;
  private final BitSet found = new BitSet();

  WantedValues(LongStream values) {
    sorted = values.sorted().distinct().toArray();
  }

  /** Hands the values to a job; {@code file} is made, for tasks. */
  void write(Configuration conf, Path file) throws IOException {
    try (var out = new DataOutputStream(Files.create(conf, file))) {
      out.writeInt(sorted.length);
      for (long value : sorted) {
        out.writeLong(value);
      }
    }
    conf.set(FILE, file.toString());
  }

  /** Reads the values in a task. */
  static WantedValues read(Configuration conf) throws IOException {
    Path file = new Path(conf.get(FILE));
    try (var in =
        new DataInputStream(
            new BufferedInputStream(Files.open(conf, file, Files.Reading.WHOLE), 1 << 16))) {
      var values = new long[in.readInt()];
      for (int i = 0; i < values.length; i++) {
        values[i] = in.readLong();
      }
      return new WantedValues(Arrays.stream(values));
    }
  }

  boolean contains(long value) {
    return Arrays.binarySearch(sorted, value) >= 0;
  }

  /** Notes that a record has {@code value}. */
  void found(long value) {
    found.set(Arrays.binarySearch(sorted, value));
  }

  /** Returns how many values no record has. */
  int missing() {
    return sorted.length - found.cardinality();
  }
}
