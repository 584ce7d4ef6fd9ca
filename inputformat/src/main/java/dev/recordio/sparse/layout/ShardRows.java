// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.sparse.CsrSource;

/**
 * A shard as encoders take it.
 *
 * @param source its rows
 * @param shape the shape of these rows
 * @param columns the number of columns, the same for all shards of a set
 * @param baseMargins one number per row and output, rows first; or null
 * @param bare whether no entry of the text had a value
 * @param labelColumns the columns of the matrix of labels, where a row has any number of labels
 *     ({@link dev.recordio.sparse.CsrBlock#labelSets}); -1 where it has one
 */
public record ShardRows(
    CsrSource source,
    ShardShape shape,
    long columns,
    float[] baseMargins,
    boolean bare,
    long labelColumns) {
  /** Makes a shard whose rows have one label each. */
  public ShardRows(
      CsrSource source, ShardShape shape, long columns, float[] baseMargins, boolean bare) {
    this(source, shape, columns, baseMargins, bare, -1);
  }

  /** Returns the labels of the rows, as entries of as many rows. */
  CsrSource labelSets() {
    return visitor -> source.pass(block -> visitor.block(block.labelSets()));
  }
}
