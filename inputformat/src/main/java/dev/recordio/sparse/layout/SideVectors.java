// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * What side files say of a shard's rows. They stand in place of what the rows themselves say.
 *
 * @param groupSizes rows of each query group ({@code .group}), or null
 * @param weights one a row, or one a group where there are groups ({@code .weight}), or null
 * @param baseMargin one a row and output, rows first ({@code .base_margin}), or null
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public record SideVectors(long[] groupSizes, float[] weights, float[] baseMargin) {
  /** No side file. */
  public static final SideVectors NONE = new SideVectors(null, null, null);
}
