// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;

/**
 * Gathers the records of each bucket in a block, and passes on a block that is full with the first
 * position of its bucket. A record longer than a block is passed on alone.
 *
 * <p>Memory: the bound for all blocks, and one record that is longer than a block.
 */
final class BlockWriter {
  /** Larger blocks save nothing. */
  static final int MAX_BLOCK = 1 << 16;

  interface Output {
    /** Takes a block before it is reused. */
    void write(LongWritable first, BytesWritable block) throws IOException, InterruptedException;
  }

  private final Buckets buckets;
  private final boolean keyed;
  private final int header;
  private final Output output;
  private final LongWritable first = new LongWritable();
  private final byte[][] blocks; // of the buckets; null: none yet
  private final int[] used;
  private final int capacity;
  private byte[] large = {};

  BlockWriter(Buckets buckets, boolean keyed, long memory, Output output) {
    this.buckets = buckets;
    this.keyed = keyed;
    this.output = output;
    header = ShuffleEntry.headerBytes(keyed);
    blocks = new byte[buckets.count()][];
    used = new int[buckets.count()];
    capacity = (int) Math.min(MAX_BLOCK, memory / buckets.count());
  }

  /**
   * Adds a record.
   *
   * @param position in the new order
   * @param key any number if keys are not stored
   */
  void add(long position, byte[] bytes, int from, int length, long key)
      throws IOException, InterruptedException {
    int bucket = buckets.of(position);
    int entry = Math.addExact(header, length);
    if (entry > capacity) {
      if (large.length < entry) {
        large = new byte[entry];
      }
      put(large, 0, bucket, position, bytes, from, length, key);
      write(bucket, large, entry);
      return;
    }
    if (blocks[bucket] == null) {
      blocks[bucket] = new byte[capacity];
    } else if (capacity - used[bucket] < entry) {
      flush(bucket);
    }
    put(blocks[bucket], used[bucket], bucket, position, bytes, from, length, key);
    used[bucket] += entry;
  }

  private void put(
      byte[] block,
      int at,
      int bucket,
      long position,
      byte[] bytes,
      int from,
      int length,
      long key) {
    ShuffleEntry.putHeader(block, at, (int) (position - buckets.first(bucket)), length);
    if (keyed) {
      ShuffleEntry.putKey(block, at, key);
    }
    System.arraycopy(bytes, from, block, at + header, length);
  }

  /** Passes on the blocks that are left. */
  void flush() throws IOException, InterruptedException {
    for (int bucket = 0; bucket < blocks.length; bucket++) {
      if (used[bucket] > 0) {
        flush(bucket);
      }
    }
  }

  private void flush(int bucket) throws IOException, InterruptedException {
    write(bucket, blocks[bucket], used[bucket]);
    used[bucket] = 0;
  }

  private void write(int bucket, byte[] block, int length)
      throws IOException, InterruptedException {
    first.set(buckets.first(bucket));
    output.write(first, new BytesWritable(block, length));
  }
}
