// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

/** Samples of 8 bits, for checks of what was made of them. */
public final class Samples {
  private Samples() {}

  /** Returns the sum of the first samples. */
  public static long sum(byte[] samples, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += samples[i] & 0xff;
    }
    return sum;
  }
}
