// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.split;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Writes arrays of numbers whose length both sides know: values that know no streams. */
public final class Numbers {
  private Numbers() {}

  /** Writes numbers. */
  public static void write(DataOutput out, long[] numbers) throws IOException {
    for (long number : numbers) {
      out.writeLong(number);
    }
  }

  /** Reads {@code count} numbers. */
  public static long[] read(DataInput in, int count) throws IOException {
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = in.readLong();
    }
    return numbers;
  }

  /** Writes whether there are numbers, and the numbers. */
  public static void writeOrNull(DataOutput out, long[] numbers) throws IOException {
    out.writeBoolean(numbers != null);
    if (numbers != null) {
      write(out, numbers);
    }
  }

  /** Reads {@code count} numbers, or null, that {@link #writeOrNull} has written. */
  public static long[] readOrNull(DataInput in, int count) throws IOException {
    return in.readBoolean() ? read(in, count) : null;
  }
}
