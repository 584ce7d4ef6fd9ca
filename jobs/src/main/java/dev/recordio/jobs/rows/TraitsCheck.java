// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;

/**
 * Detects rows of a segment that differ from the rows of earlier segments: with and without
 * weights, with and without query ids, and so on. Within a segment the parser detects this.
 */
public final class TraitsCheck {
  private final ParseMode mode;
  private final boolean refusesLaterWeights;
  private final RowTraits traits = new RowTraits();
  private String firstPath;
  private long firstOffset;

  /**
   * Makes a check without rows.
   *
   * @param mode how the rows are read
   * @param refusesLaterWeights whether weights after rows without are an error in any mode
   */
  public TraitsCheck(ParseMode mode, boolean refusesLaterWeights) {
    this.mode = mode;
    this.refusesLaterWeights = refusesLaterWeights;
  }

  /**
   * Adds the rows of the next segment. Where rows have their number of columns with them, a
   * different one is an error in every mode.
   *
   * @param path the segment's first file; null when it is empty
   * @param offset where the segment begins in that file
   * @throws MalformedRecordException in strict mode, when the rows differ from those before; in any
   *     mode, when their shapes do
   */
  public void add(RowTraits own, String path, long offset) throws MalformedRecordException {
    long columns = traits.columns();
    boolean refused = refusesLaterWeights && traits.addsWeights(own);
    traits.add(own);
    if (!traits.hasSameColumns()) {
      throw new MalformedRecordException(
          "shape that differs",
          path,
          offset,
          -1,
          "the shape of the records after offset "
              + firstOffset
              + " of "
              + firstPath
              + ", "
              + columns,
          own.columns() + " after this offset");
    }
    ParseRule broken = traits.conflict();
    boolean isNew = mode == ParseMode.STRICT && own.conflict() == null;
    if (broken != null && (isNew || refused)) {
      throw new MalformedRecordException(
          broken.title(),
          path,
          offset,
          -1,
          broken.expected() + (refused ? " (--labels first fills in those that lack)" : ""),
          "rows behind here that differ from those behind offset "
              + firstOffset
              + " of "
              + firstPath);
    }
    if (firstPath == null && own.rows() > 0) {
      firstPath = path;
      firstOffset = offset;
    }
  }

  /**
   * Adds the query ids of the segment that was added last.
   *
   * @return how many of them earlier segments have, other than the last one of their last row
   */
  public long addQueries(long[] queries) {
    return queries == null ? 0 : traits.addQueries(queries);
  }

  /** Returns the traits of all rows. */
  public RowTraits traits() {
    return traits;
  }
}
