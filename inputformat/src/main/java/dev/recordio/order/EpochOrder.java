// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import dev.recordio.conf.RecordIOConf;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.PrimitiveIterator;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

/**
 * An order of the records 0 .. n - 1 for one epoch that looks like a shuffle and reads like a scan:
 * no file is rewritten, and records are read in blocks.
 *
 * <p>Blocks of consecutive records are permuted as wholes; then the records are permuted within
 * windows of that sequence, twice, the second time with windows that begin in the middle of the
 * first ones. A record thus moves by less than one and a half windows, and a reader that reads each
 * block once holds the records of two windows at most.
 *
 * <p>The order depends only on n, seed, epoch, block and window. It takes no memory, and any
 * position is computed directly: each task can take its own positions, and a run can be resumed
 * anywhere, with any number of tasks.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class EpochOrder {
  /** Records of a block by default. */
  public static final int DEFAULT_BLOCK = 64;

  /** Records of a window by default. */
  public static final int DEFAULT_WINDOW = 16384;

  private final long size;
  private final int block;
  private final long padded; // n, rounded up to whole blocks
  private final SeededPermutation blocks;
  private final Windows inner;
  private final Windows outer;

  /** Creates the order with blocks and windows of the default sizes. */
  public EpochOrder(long size, long seed, long epoch) {
    this(size, seed, epoch, DEFAULT_BLOCK, DEFAULT_WINDOW);
  }

  /**
   * Creates the order.
   *
   * @param size n, the number of records
   * @param seed any number
   * @param epoch any number; each epoch has its own order
   * @param block consecutive records that stay near each other, at least 1
   * @param window records among which a record is moved, at least 1; 1 leaves blocks as they are
   */
  public EpochOrder(long size, long seed, long epoch, int block, int window) {
    if (block < 1 || window < 1) {
      throw new IllegalArgumentException("block " + block + ", window " + window);
    }
    this.size = size;
    this.block = block;
    long count = size / block + (size % block == 0 ? 0 : 1);
    padded = count * block;
    long key = SeededPermutation.mix(SeededPermutation.mix(seed) ^ epoch);
    blocks = new SeededPermutation(count, SeededPermutation.mix(key ^ 1));
    inner = new Windows(padded, window, 0, SeededPermutation.mix(key ^ 2));
    outer = new Windows(padded, window, window / 2, SeededPermutation.mix(key ^ 3));
  }

  /**
   * Creates the order that the keys {@code recordio.input.seed}, {@code .epoch} and {@code
   * .shuffle.*} specify.
   *
   * @param size n, the number of records
   * @param salt added to the seed, so that several orders of one epoch can differ; or 0
   */
  public static EpochOrder of(Configuration conf, long size, long salt) {
    return new EpochOrder(
        size,
        RecordIOConf.INPUT_SEED.getLong(conf) + salt,
        RecordIOConf.INPUT_EPOCH.getLong(conf),
        RecordIOConf.INPUT_SHUFFLE_BLOCK.getInt(conf),
        RecordIOConf.INPUT_SHUFFLE_WINDOW.getInt(conf));
  }

  /** Returns n. */
  public long size() {
    return size;
  }

  /**
   * Returns the record at {@code position}. Not thread-safe.
   *
   * @throws IndexOutOfBoundsException when the position is not in 0 .. n - 1
   */
  public long at(long position) {
    long record = Objects.checkIndex(position, size);
    do { // the last block may be short: its missing records are skipped, as on their image
      long read = inner.at(outer.at(record));
      record = blocks.at(read / block) * block + read % block;
    } while (record >= size);
    return record;
  }

  /** Returns the records at the positions {@code from} to {@code to}, the latter not included. */
  public PrimitiveIterator.OfLong records(long from, long to) {
    Objects.checkFromToIndex(from, to, size);
    return new PrimitiveIterator.OfLong() {
      private long next = from;

      @Override
      public boolean hasNext() {
        return next < to;
      }

      @Override
      public long nextLong() {
        if (next == to) {
          throw new NoSuchElementException();
        }
        return at(next++);
      }
    };
  }

  /** A permutation that keeps each position within its window. */
  private static final class Windows {
    private final long size;
    private final int window;
    private final int shift; // how far the first window begins before 0
    private final long key;
    // Walking the order touches two neighbours in turn.
    private final SeededPermutation[] recent = new SeededPermutation[2];
    private final long[] recentNumber = {-1, -1};

    Windows(long size, int window, int shift, long key) {
      this.size = size;
      this.window = window;
      this.shift = shift;
      this.key = key;
    }

    long at(long position) {
      long number = (position + shift) / window;
      long begin = Math.max(0, number * window - shift);
      long end = Math.min(size, (number + 1) * window - shift);
      int slot = (int) (number & 1);
      if (recentNumber[slot] != number) {
        long seed = SeededPermutation.mix(key ^ SeededPermutation.mix(number));
        recent[slot] = new SeededPermutation(end - begin, seed);
        recentNumber[slot] = number;
      }
      return begin + recent[slot].at(position - begin);
    }
  }
}
