// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;

/**
 * Groups of rows for ranking, as trainers take them: {@code group_ptr}, one number more than
 * groups, the first 0, then the row where each group ends; unsigned 32-bit numbers.
 */
public final class QueryGroups {
  private static final long MAX_ROWS = 0xffffffffL;

  private QueryGroups() {}

  /**
   * Returns the groups that query ids make: each run of rows with the same id is one, as XGBoost
   * has it.
   *
   * @throws IllegalArgumentException for more rows than 32 bits count
   * @throws IOException from the source
   */
  public static int[] ofQids(CsrSource source, ShardShape shape) throws IOException {
    int[] ends = new int[count(shape.groups(), shape.rows()) + 1];
    var walk =
        new CsrSource.Visitor() {
          private long rows;
          private int groups;
          private long last;

          @Override
          public void block(CsrBlock block) {
            long[] qids = block.qids();
            for (int r = 0; r < block.rows(); r++, rows++) {
              if (rows > 0 && qids[r] != last) {
                ends[++groups] = (int) rows;
              }
              last = qids[r];
            }
          }
        };
    source.pass(walk);
    ends[ends.length - 1] = (int) shape.rows();
    return ends;
  }

  private static int count(long groups, long rows) {
    if (rows > MAX_ROWS || groups >= CsrBlock.MAX_ENTRIES) {
      throw new IllegalArgumentException(
          groups
              + " groups of "
              + rows
              + " rows in one shard: 32 bits count at most "
              + MAX_ROWS
              + " rows; write shards of fewer rows (--shard-rows)");
    }
    return (int) groups;
  }

  /** Returns how many rows each group has. */
  public static int[] sizes(int[] ends) {
    int[] sizes = new int[ends.length - 1];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = ends[i + 1] - ends[i];
    }
    return sizes;
  }

  /**
   * Returns the weight of each group, which all its rows have: XGBoost takes one weight per group.
   *
   * @throws IllegalArgumentException when rows of a group have different weights
   * @throws IOException from the source
   */
  public static float[] weights(int[] ends, CsrSource source) throws IOException {
    var walk = new WeightWalk(ends);
    source.pass(block -> walk.rows(block.weights(), block.rows()));
    return walk.weights;
  }

  private static final class WeightWalk {
    private final int[] ends;
    private final float[] weights;
    private long row;
    private int group = -1;

    WeightWalk(int[] ends) {
      this.ends = ends;
      weights = new float[ends.length - 1];
    }

    void rows(float[] rowWeights, int count) {
      for (int i = 0; i < count; i++, row++) {
        boolean first = false;
        while (row >= Integer.toUnsignedLong(ends[group + 1])) {
          weights[++group] = rowWeights[i];
          first = true;
        }
        if (!first && Float.compare(weights[group], rowWeights[i]) != 0) {
          throw new IllegalArgumentException(
              "row "
                  + row
                  + " of the shard has weight "
                  + rowWeights[i]
                  + ", its query group began with weight "
                  + weights[group]
                  + ": XGBoost takes one weight a group; give the rows of a group the same weight,"
                  + " or leave weights out");
        }
      }
    }
  }
}
