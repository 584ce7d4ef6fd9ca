// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.util.Arrays;
import org.apache.hadoop.fs.Path;

/** The places of the items of a batch. */
final class Places {
  private long[] positions = new long[64];
  private long[] ordinals = new long[64];
  private long[] offsets = new long[64];
  private Path[] paths = new Path[64];

  /** Sets the place of item {@code i}, at most the number of items so far. */
  void set(int i, Placed item) {
    if (i == positions.length) {
      positions = Arrays.copyOf(positions, 2 * i);
      ordinals = Arrays.copyOf(ordinals, 2 * i);
      offsets = Arrays.copyOf(offsets, 2 * i);
      paths = Arrays.copyOf(paths, 2 * i);
    }
    positions[i] = item.position();
    ordinals[i] = item.ordinal();
    offsets[i] = item.fileOffset();
    paths[i] = item.path();
  }

  /** Gives a view the place of item {@code i}. */
  void get(int i, Placed view) {
    view.setPlace(positions[i], ordinals[i], paths[i], offsets[i]);
  }
}
