// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.testing;

import dev.recordio.sparse.CsrBlock;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.TreeMap;

/** LibSVM text with features hashed into many columns, of which few occur. */
public final class HashedRows {
  private static final int ENTRIES = 30;

  private HashedRows() {}

  /**
   * Writes rows: the label says whether the sum of the first four features, which all rows have, is
   * above that of half of the rows.
   *
   * @param columns of the space that features are hashed into
   * @param used how many of them occur
   */
  public static Path write(Path file, int rows, int columns, int used) throws IOException {
    var random = new Random(7);
    int step = columns / used;
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int row = 0; row < rows; row++) {
        var entries = new TreeMap<Integer, Integer>();
        int sum = 0;
        for (int i = 0; i < 4; i++) {
          int value = 1 + random.nextInt(100);
          sum += value;
          entries.put((i + 1) * (used / 5) * step + 3, value);
        }
        for (int i = 0; i < ENTRIES - 4; i++) {
          int feature = (int) (((long) row * (ENTRIES - 4) + i) * 7919L % used);
          entries.putIfAbsent(feature * step + 3, 1 + random.nextInt(100));
        }
        out.write(sum > 202 ? "1" : "0");
        for (var entry : entries.entrySet()) {
          out.write(" " + entry.getKey() + ":" + entry.getValue() + ".5");
        }
        out.write("\n");
      }
    }
    return file;
  }

  /** Returns how many rows are predicted wrong. */
  public static int wrong(CsrBlock rows, float[][] predicted) {
    int wrong = 0;
    for (int row = 0; row < rows.rows(); row++) {
      wrong += rows.labels()[row] > 0.5f == predicted[row][0] > 0.5f ? 0 : 1;
    }
    return wrong;
  }

  /** Writes a file for figures: its path, rows, columns, columns that occur. */
  public static void main(String[] args) throws IOException {
    write(
        Path.of(args[0]),
        Integer.parseInt(args[1]),
        Integer.parseInt(args[2]),
        Integer.parseInt(args[3]));
  }
}
