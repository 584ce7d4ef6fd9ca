// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

/**
 * What a read of a local file costs: little where the operating system has the bytes in memory, so
 * that handing it to another thread would cost more; where the reads wait for a disk, several at a
 * time are faster. It is measured, batch by batch, since the file system does not know.
 */
final class ReadCost {
  /** A read from memory takes some 2 us, one of a fast disk some 80, with nothing else to do. */
  private static final long READ_NANOS = 40_000;

  /** Memory gives some 5 bytes a nanosecond, checksums included some 2. */
  private static final long BYTES_PER_NANO = 1;

  private int slow; // batches in a row

  /**
   * Whether the reads of the last two batches waited for a disk. In a single one the thread may
   * have waited for a processor.
   */
  boolean isWaiting() {
    return slow > 1;
  }

  /**
   * Takes note of reads.
   *
   * @param reads how many there were
   * @param bytes what they read, in total
   * @param nanos how long they took, in nanoseconds
   * @param threads how many of them ran at a time
   */
  void add(long reads, long bytes, long nanos, int threads) {
    boolean waited = nanos * threads > reads * READ_NANOS + bytes / BYTES_PER_NANO;
    slow = waited ? Math.min(2, slow + 1) : 0;
  }
}
