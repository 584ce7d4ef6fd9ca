// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;
import java.util.Arrays;

/**
 * Shrinks to the mean of what each pixel covers, also in part: in single precision, in OpenCV's
 * order, of any depth.
 */
final class AreaCells implements Resizing {
  /** So many samples at most have a table of weights each. */
  private static final int TABLED = 8;

  private final AreaTaps columns = new AreaTaps();
  private final AreaTaps rows = new AreaTaps();
  private float[] mean = {};
  private float[] sum = {};
  private int[] starts = {};
  private float[] weights = {};
  private int held;

  @Override
  public void resize(Pixels from, Pixels to) {
    int samples = Math.min(STRIP, to.width()) * to.channels();
    if (mean.length < samples) {
      mean = new float[samples];
      sum = new float[samples];
      starts = new int[samples];
      weights = new float[samples * TABLED];
    }
    for (int left = 0; left < to.width(); left += STRIP) {
      int count = Math.min(STRIP, to.width() - left);
      columns.fill(from.width(), to.width(), left, count);
      if (columns.most() <= TABLED) {
        columns.spread(count, from.width(), starts, weights);
      }
      held = -1;
      for (int y = 0; y < to.height(); y++) {
        rows.fill(from.height(), to.height(), y, 1);
        cell(from, count, count * to.channels());
        Samples.store(sum, count * to.channels(), to, left, y);
      }
    }
  }

  private void cell(Pixels from, int count, int samples) {
    Arrays.fill(sum, 0, samples, 0);
    int y = rows.first(0);
    if (rows.head(0) != 0) {
      add(from, y++, rows.head(0), count, samples);
    }
    for (int end = y + rows.whole(0); y < end; y++) {
      add(from, y, rows.each(0), count, samples);
    }
    if (rows.tail(0) != 0) {
      add(from, y, rows.tail(0), count, samples);
    }
  }

  private void add(Pixels from, int y, float weight, int count, int samples) {
    if (held != y) {
      held = y;
      means(from, y * from.rowBytes(), count);
    }
    add(mean, weight, sum, samples);
  }

  private static void add(float[] row, float weight, float[] into, int samples) {
    for (int i = 0; i < samples; i++) {
      into[i] += weight * row[i];
    }
  }

  private void means(Pixels from, int begin, int count) {
    if (from.depth() != 8) {
      wide(from, begin, count);
    } else if (from.channels() == 3 && columns.most() <= TABLED) {
      three(from.data(), begin, count);
    } else {
      bytes(from, begin, count);
    }
  }

  private void three(byte[] data, int begin, int count) {
    int most = columns.most();
    for (int i = 0; i < count; i++) {
      int at = begin + 3 * starts[i];
      float r = 0;
      float g = 0;
      float b = 0;
      for (int k = i * most; k < (i + 1) * most; k++, at += 3) {
        float weight = weights[k];
        r += (data[at] & 0xff) * weight;
        g += (data[at + 1] & 0xff) * weight;
        b += (data[at + 2] & 0xff) * weight;
      }
      mean[3 * i] = r;
      mean[3 * i + 1] = g;
      mean[3 * i + 2] = b;
    }
  }

  private void bytes(Pixels from, int begin, int count) {
    byte[] data = from.data();
    int channels = from.channels();
    int to = 0;
    for (int i = 0; i < count; i++) {
      int first = begin + columns.first(i) * channels;
      for (int c = 0; c < channels; c++) {
        int at = first + c;
        float total = 0;
        if (columns.head(i) != 0) {
          total = (data[at] & 0xff) * columns.head(i);
          at += channels;
        }
        for (int end = at + columns.whole(i) * channels; at < end; at += channels) {
          total += (data[at] & 0xff) * columns.each(i);
        }
        if (columns.tail(i) != 0) {
          total += (data[at] & 0xff) * columns.tail(i);
        }
        mean[to++] = total;
      }
    }
  }

  private void wide(Pixels from, int begin, int count) {
    byte[] data = from.data();
    int bytes = from.pixelBytes();
    int to = 0;
    for (int i = 0; i < count; i++) {
      int first = begin + columns.first(i) * bytes;
      for (int c = 0; c < bytes; c += 2) {
        int at = first + c;
        float total = 0;
        if (columns.head(i) != 0) {
          total = Samples.wide(data, at) * columns.head(i);
          at += bytes;
        }
        for (int end = at + columns.whole(i) * bytes; at < end; at += bytes) {
          total += Samples.wide(data, at) * columns.each(i);
        }
        if (columns.tail(i) != 0) {
          total += Samples.wide(data, at) * columns.tail(i);
        }
        mean[to++] = total;
      }
    }
  }
}
