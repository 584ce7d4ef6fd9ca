// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import dev.recordio.bytes.LittleEndianWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * What comes before the samples of a shard of MDS: {@code u32 count, u32 offsets[count + 1],
 * config}. Offsets are absolute; the last one is the length of the shard, which stays below 2^32
 * for that reason. Four bytes of memory a sample.
 */
public final class MdsShardHead {
  public static final long MAX_BYTES = 0xFFFFFFFFL;

  private final byte[] config;
  private int[] ends = new int[1 << 10]; // of samples, from the first one's start; unsigned
  private int count;
  private long samples;

  public MdsShardHead(MdsSchema schema) {
    config = schema.config();
  }

  /** Returns the offset of the first sample. */
  private long start(int ofCount) {
    return Integer.BYTES * (ofCount + 2L) + config.length;
  }

  /**
   * Adds a sample.
   *
   * @param bytes of the sample
   * @return false, and nothing is added, when the shard would have more than {@link #MAX_BYTES}
   */
  public boolean add(long bytes) {
    if (start(count + 1) + samples + bytes > MAX_BYTES) {
      return false;
    }
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    samples += bytes;
    ends[count++] = (int) samples;
    return true;
  }

  public int count() {
    return count;
  }

  public long bytes() {
    return start(count) + samples;
  }

  /** Writes the head; the samples follow. */
  public void write(LittleEndianWriter out) throws IOException {
    int start = (int) start(count);
    out.putInt(count);
    out.putInt(start);
    for (int i = 0; i < count; i++) {
      out.putInt(start + ends[i]);
    }
    out.putBytes(config, 0, config.length);
  }
}
