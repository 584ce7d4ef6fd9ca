// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import java.util.Arrays;

/**
 * Which samples of a source's row or column a shrunk one covers, and by how much: perhaps a part of
 * the first one, then whole ones, then perhaps a part of the last one.
 */
final class AreaTaps {
  /** A smaller part is none. */
  private static final double LEAST = 1e-3;

  private int[] first = {};
  private int[] whole = {};
  private float[] head = {};
  private float[] each = {};
  private float[] tail = {};
  private int most;

  /** Computes the taps of {@code count} samples of the result from {@code begin} on. */
  void fill(int in, int out, int begin, int count) {
    if (first.length < count) {
      first = new int[count];
      whole = new int[count];
      head = new float[count];
      each = new float[count];
      tail = new float[count];
    }
    most = 0;
    double scale = 1 / ((double) out / in);
    for (int i = 0; i < count; i++) {
      double from = (begin + i) * scale;
      double to = from + scale;
      double width = Math.min(scale, in - from);
      int end = Math.min((int) Math.floor(to), in - 1);
      int start = Math.min((int) Math.ceil(from), end);
      boolean parted = start - from > LEAST;
      head[i] = parted ? (float) ((start - from) / width) : 0;
      first[i] = parted ? start - 1 : start;
      whole[i] = end - start;
      each[i] = (float) (1 / width);
      boolean rest = to - end > LEAST;
      tail[i] = rest ? (float) (Math.min(Math.min(to - end, 1), width) / width) : 0;
      most = Math.max(most, (parted ? 1 : 0) + whole[i] + (rest ? 1 : 0));
    }
  }

  /** Returns how many samples any of them covers, at most. */
  int most() {
    return most;
  }

  /**
   * Computes the weights of {@link #most()} samples in a row for each one: those beside what it
   * covers get 0.
   *
   * @param starts gets the first of these samples; all are within the source
   * @param weights gets the weights, one after another
   */
  void spread(int count, int in, int[] starts, float[] weights) {
    Arrays.fill(weights, 0, count * most, 0);
    for (int i = 0; i < count; i++) {
      starts[i] = Math.min(first[i], in - most);
      int at = i * most + first[i] - starts[i];
      if (head[i] != 0) {
        weights[at++] = head[i];
      }
      Arrays.fill(weights, at, at + whole[i], each[i]);
      if (tail[i] != 0) {
        weights[at + whole[i]] = tail[i];
      }
    }
  }

  /** Returns the first sample covered. */
  int first(int i) {
    return first[i];
  }

  /** Returns the weight of the one that is covered in part and the first; 0 if there is none. */
  float head(int i) {
    return head[i];
  }

  /** Returns how many samples are covered as a whole, next. */
  int whole(int i) {
    return whole[i];
  }

  /** Returns the weight of each of these. */
  float each(int i) {
    return each[i];
  }

  /** Returns the weight of the one that is covered in part and the last; 0 if there is none. */
  float tail(int i) {
    return tail[i];
  }
}
