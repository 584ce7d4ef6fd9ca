// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

import dev.recordio.bench.harness.Tally;
import java.util.SplittableRandom;

/** Payloads of one size, reproducible by seed, and the expected result of reading them. */
public final class Payloads {
  /** Size of the part of the array in which payloads begin. */
  public static final int POOL_BYTES = 1 << 20;

  /** Distance between the starts of consecutive payloads, modulo {@link #POOL_BYTES}. */
  public static final int STRIDE = 4099; // a prime: offsets in the pool repeat late

  private final byte[] pool;
  private final int size;
  private final int count;

  /**
   * Makes payloads.
   *
   * @param size bytes of each, at least 1
   * @param totalBytes bytes of all of them, rounded up to whole payloads
   * @param seed of the random bytes
   */
  public Payloads(int size, long totalBytes, long seed) {
    this.size = size;
    count = Math.toIntExact((totalBytes + size - 1) / size);
    pool = new byte[POOL_BYTES + size];
    new SplittableRandom(seed).nextBytes(pool);
  }

  /** Returns the array that holds all payloads. */
  public byte[] bytes() {
    return pool;
  }

  /** Returns where payload {@code ordinal} begins in {@link #bytes}. */
  public int offset(int ordinal) {
    return ordinal * STRIDE & POOL_BYTES - 1;
  }

  /** Returns the number of payloads. */
  public int count() {
    return count;
  }

  /** Returns the bytes of each payload. */
  public int size() {
    return size;
  }

  /** Returns the bytes of all payloads. */
  public long totalBytes() {
    return (long) count * size;
  }

  /** Returns the expected result of reading all of them, in order. */
  public Tally tally() {
    long checksum = 0;
    for (int i = 0; i < count; i++) {
      checksum = Tally.mix(checksum, pool, offset(i), size);
    }
    return new Tally(count, totalBytes(), checksum);
  }

  /** Returns the expected result of reading all of them in any order: what is mixed is added up. */
  public Tally unordered() {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Tally.mix(0, pool, offset(i), size);
    }
    return new Tally(count, totalBytes(), sum);
  }
}
