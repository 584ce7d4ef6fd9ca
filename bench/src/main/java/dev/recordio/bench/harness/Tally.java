// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

/**
 * What a piece of work has read, for checking: work that did something else is not timed.
 *
 * @param records the number of records; 0 for work that does not count them
 * @param bytes the payload bytes; for work that does not count records, the bytes of the file
 * @param checksum over the first and last byte of each payload, in order; 0 without records
 */
public record Tally(long records, long bytes, long checksum) {
  /** Returns the checksum {@code sum} continued by one payload of at least one byte. */
  public static long mix(long sum, byte[] payload, int offset, int length) {
    return sum * 31 + (payload[offset] << 8 | payload[offset + length - 1] & 255);
  }
}
