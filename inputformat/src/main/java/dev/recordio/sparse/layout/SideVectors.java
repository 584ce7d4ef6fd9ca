// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

/**
 * What side files specify about a shard's rows. They replace what the rows themselves specify.
 *
 * @param groupSizes rows of each query group ({@code .group}), or null
 * @param weights one per row, or one per group where there are groups ({@code .weight}), or null
 * @param baseMargin one per row and output, rows first ({@code .base_margin}), or null
 */
public record SideVectors(long[] groupSizes, float[] weights, float[] baseMargin) {
  /** No side file. */
  public static final SideVectors NONE = new SideVectors(null, null, null);
}
