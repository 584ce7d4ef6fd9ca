// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import java.io.IOException;

/**
 * The rows of a shard, as blocks in order, that can be passed over several times.
 *
 * <p>Encoders need sizes before bytes: they take a shape of the rows, then pass over them once for
 * each array of the layout. Every pass must give the same rows; how they are cut into blocks may
 * differ.
 */
@FunctionalInterface
public interface CsrSource {
  /** Takes the blocks of a pass. */
  @FunctionalInterface
  interface Visitor {
    /** Takes the next block, which it must not keep: the source may use it again. */
    void block(CsrBlock block) throws IOException;
  }

  /**
   * Gives all blocks, in order.
   *
   * @throws IOException from the visitor, or from where the source keeps the blocks
   */
  void pass(Visitor visitor) throws IOException;

  /** Returns a source of blocks in memory. */
  static CsrSource of(CsrBlock... blocks) {
    return visitor -> {
      for (CsrBlock block : blocks) {
        visitor.block(block);
      }
    };
  }

  /**
   * Returns a source of the same rows with ascending columns in each row; entries of equal columns
   * stay in their order. It sorts rows inside the blocks of this source, in place.
   */
  default CsrSource ascending() {
    return visitor -> {
      var sort = new RowSort();
      pass(
          block -> {
            sort.sort(block);
            visitor.block(block);
          });
    };
  }
}
