// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.segment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Detects rows of a segment that differ from those of earlier segments: with and without weights,
 * with and without query ids, and so on. Within a segment the parser detects this.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class TraitsCheck {
  private final ParseMode mode;
  private final RowTraits traits = new RowTraits();
  private String firstPath;
  private long firstOffset;

  /** Makes a check without rows. */
  public TraitsCheck(ParseMode mode) {
    this.mode = mode;
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
    if (broken != null && mode == ParseMode.STRICT && own.conflict() == null) {
      throw new MalformedRecordException(
          broken.title(),
          path,
          offset,
          -1,
          broken.expected(),
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

  /** Returns the traits of all rows. */
  public RowTraits traits() {
    return traits;
  }
}
