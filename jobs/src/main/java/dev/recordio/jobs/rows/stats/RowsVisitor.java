// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import dev.recordio.jobs.rows.Segment;
import dev.recordio.sparse.CsrBlock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;

/**
 * Takes the rows that {@link StatsJob} reads, so that one pass over the input is enough for both.
 * There is one for each segment, which the job's client gets after the last row; a class of them
 * has a constructor without parameters.
 */
public interface RowsVisitor extends Writable {
  /** Begins a segment, before its rows. */
  void begin(Configuration conf, Segment segment);

  /** Whether the visitor takes rows that have any number of labels. */
  default boolean takesLabelSets() {
    return false;
  }

  /**
   * Takes the rows of the next block.
   *
   * @param range which of the segment's ranges has them
   */
  void visit(CsrBlock block, int range);
}
