// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import dev.recordio.jobs.rows.LabelCounts;
import dev.recordio.jobs.rows.RowFault;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/**
 * Statistics of one segment of the input; a task writes them as one line of JSON.
 *
 * @param segment its number
 * @param path the first file; null when the segment is empty
 * @param offset where the segment begins in that file
 * @param lines read, blank ones and comments too
 * @param rangeLines lines of each range of the segment
 * @param rangeRows rows of each range of the segment
 * @param nnz entries
 * @param minIndex the smallest index in the text; null when there is no entry
 * @param maxIndex the largest index in the text; null when there is no entry
 * @param minField the smallest field in the text; null when there is none
 * @param zeroRow the first row of the segment with an index 0; -1 when there is none
 * @param zeroPath the file of that row; null when there is none
 * @param zeroOffset the offset of that row in the file
 * @param labelSum of all labels, added in order
 * @param valueSum of all values, added in order
 * @param groups runs of rows with the same query id, rows without one counting as 0
 * @param firstQid of the first row
 * @param lastQid of the last row
 * @param traits the traits of the rows, as {@link dev.recordio.sparse.RowTraits#counts}
 * @param queries the query ids, as {@link dev.recordio.sparse.RowTraits#queries}
 * @param broken how often each rule was violated, by title
 * @param faults the first rules that were violated, their lines counted from the start of their
 *     range
 * @param doubts the first text of each kind that probably means something else
 * @param labels how often each label occurs
 * @param profile what the job's {@link RowsVisitor} returned, serialized; null without one
 */
record SegmentStats(
    int segment,
    String path,
    long offset,
    long lines,
    long[] rangeLines,
    long[] rangeRows,
    long nnz,
    BigInteger minIndex,
    BigInteger maxIndex,
    BigInteger minField,
    long zeroRow,
    String zeroPath,
    long zeroOffset,
    double labelSum,
    double valueSum,
    long groups,
    long firstQid,
    long lastQid,
    long[] traits,
    long[] queries,
    Map<String, Long> broken,
    List<RowFault> faults,
    List<RowFault> doubts,
    LabelCounts labels,
    byte[] profile) {
  /** Returns the same without what a visitor returned. */
  SegmentStats withoutProfile() {
    return profile == null
        ? this
        : new SegmentStats(
            segment,
            path,
            offset,
            lines,
            rangeLines,
            rangeRows,
            nnz,
            minIndex,
            maxIndex,
            minField,
            zeroRow,
            zeroPath,
            zeroOffset,
            labelSum,
            valueSum,
            groups,
            firstQid,
            lastQid,
            traits,
            queries,
            broken,
            faults,
            doubts,
            labels,
            null);
  }

  /** Returns the number of rows. */
  long rows() {
    long rows = 0;
    for (long count : rangeRows) {
      rows += count;
    }
    return rows;
  }
}
