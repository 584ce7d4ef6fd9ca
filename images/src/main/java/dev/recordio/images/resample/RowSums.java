// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.images.codec.Pixels;
import java.util.Arrays;

/**
 * Rows of a source of 8 bits, interpolated horizontally in fixed point: for each column of a strip
 * the weighted sum of its taps, channel by channel. The last few rows are kept.
 *
 * <p>Whole pixels are gathered into arrays first, a tap at a time, so that all arithmetic is on
 * arrays of ints, element by element: loops that the JIT compiler makes vector instructions of.
 */
final class RowSums {
  private static final int MAX_CHANNELS = 4;

  private final Interpolation method;
  private final int size;
  private final int dropped;
  private final Taps taps = new Taps();
  private final int[][] offsets;
  private final int[][] weights;
  private final int[][] gathered;
  private final int[][][] sums;
  private final float[][][] floats;
  private final int[] held;

  private Pixels from;
  private int count;

  /**
   * Creates the rows of a method.
   *
   * @param dropped lowest bits of the sums to leave out
   */
  RowSums(Interpolation method, int dropped) {
    this.method = method;
    this.dropped = dropped;
    size = Taps.size(method);
    offsets = new int[size][Resizing.STRIP];
    weights = new int[size][Resizing.STRIP];
    gathered = new int[size][Resizing.STRIP];
    sums = new int[size][MAX_CHANNELS][Resizing.STRIP];
    floats = new float[method == Interpolation.CUBIC ? size : 0][MAX_CHANNELS][Resizing.STRIP];
    held = new int[size];
  }

  /** Begins a strip of {@code columns} columns of a result that is {@code width} wide. */
  void begin(Pixels source, int width, int left, int columns) {
    from = source;
    count = columns;
    Arrays.fill(held, -1);
    taps.fill(method, source.width(), width, left, columns, true);
    for (int k = 0; k < size; k++) {
      for (int i = 0; i < columns; i++) {
        int column = Math.min(Math.max(taps.first(i) + k, 0), source.width() - 1);
        offsets[k][i] = column * source.channels();
        weights[k][i] = taps.fixed()[i * size + k];
      }
    }
  }

  /**
   * Returns the sums of a row of the source, which is the outermost one if it is beyond, for each
   * channel. As many rows as there are taps stay valid.
   */
  int[][] row(int wanted) {
    int y = within(wanted);
    int slot = y % size;
    int[][] channels = sums[slot];
    if (held[slot] != y) {
      held[slot] = y;
      gather(y);
      for (int c = 0; c < from.channels(); c++) {
        sum(8 * c, channels[c]);
        if (floats.length > 0) {
          convert(channels[c], floats[slot][c], count);
        }
      }
    }
    return channels;
  }

  /** Returns the same in single precision, in which they are exact; for cubic only. */
  float[][] floatRow(int wanted) {
    row(wanted);
    return floats[within(wanted) % size];
  }

  private int within(int row) {
    return Math.min(Math.max(row, 0), from.height() - 1);
  }

  private static void convert(int[] sums, float[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = sums[i];
    }
  }

  private void gather(int y) {
    byte[] data = from.data();
    int begin = y * from.rowBytes();
    if (from.channels() == 1) {
      for (int k = 0; k < size; k++) {
        gatherBytes(data, begin, offsets[k], gathered[k], count);
      }
    } else if (begin + from.rowBytes() + Long.BYTES > data.length && from.channels() == 3) {
      for (int k = 0; k < size; k++) {
        gatherThree(data, begin, offsets[k], gathered[k], count);
      }
    } else if (size == 2 && from.channels() == 3) {
      gatherPairs(data, begin, offsets[0], gathered[0], gathered[1], count);
    } else {
      for (int k = 0; k < size; k++) {
        gatherInts(data, begin, offsets[k], gathered[k], count);
      }
    }
  }

  private static void gatherBytes(byte[] data, int begin, int[] offsets, int[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = data[begin + offsets[i]];
    }
  }

  /** Gathers pixels of three channels at the end of an array, where no int can be read. */
  private static void gatherThree(byte[] data, int begin, int[] offsets, int[] into, int count) {
    for (int i = 0; i < count; i++) {
      int at = begin + offsets[i];
      into[i] = data[at] & 0xff | (data[at + 1] & 0xff) << 8 | (data[at + 2] & 0xff) << 16;
    }
  }

  private static void gatherInts(byte[] data, int begin, int[] offsets, int[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = LittleEndian.getInt(data, begin + offsets[i]);
    }
  }

  /**
   * Gathers two pixels of three channels at once. Where the second one is not next to the first its
   * weight is 0.
   */
  private static void gatherPairs(
      byte[] data, int begin, int[] offsets, int[] first, int[] second, int count) {
    for (int i = 0; i < count; i++) {
      long two = LittleEndian.getLong(data, begin + offsets[i]);
      first[i] = (int) two;
      second[i] = (int) (two >>> 24);
    }
  }

  private void sum(int shift, int[] into) {
    set(gathered[0], gathered[1], weights[0], weights[1], shift, dropped, into, count);
    for (int k = 2; k < size; k += 2) {
      add(gathered[k], gathered[k + 1], weights[k], weights[k + 1], shift, into, count);
    }
  }

  private static void set(
      int[] p, int[] q, int[] v, int[] w, int shift, int dropped, int[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = (p[i] >>> shift & 0xff) * v[i] + (q[i] >>> shift & 0xff) * w[i] >> dropped;
    }
  }

  /** Adds two taps: a loop of more would not become vector instructions. */
  private static void add(int[] p, int[] q, int[] v, int[] w, int shift, int[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] += (p[i] >>> shift & 0xff) * v[i] + (q[i] >>> shift & 0xff) * w[i];
    }
  }
}
