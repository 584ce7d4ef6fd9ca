// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.wire.MalformedRecordException;
import org.apache.hadoop.fs.Path;

/** What a layout can't hold of rows, seen while it is still known where they are from. */
final class RowLimits {
  private RowLimits() {}

  /**
   * Checks the rows of a block.
   *
   * @param file the file that they were read from
   * @throws MalformedRecordException for the first row that the layout can't hold
   */
  static void check(Layout layout, CsrBlock block, Path file) throws MalformedRecordException {
    if (layout == Layout.NPZ && block.hasQid()) {
      checkQids(block, file);
    } else if (layout == Layout.LIBSVM) {
      checkFinite(block, file);
    }
  }

  private static void checkQids(CsrBlock block, Path file) throws MalformedRecordException {
    for (int row = 0; row < block.rows(); row++) {
      long qid = block.qids()[row];
      if (qid < 0) {
        String expected = "query ids below 2^63, as .qid.npy holds them (--to rowblock takes all)";
        throw refused(block, row, file, expected, Long.toUnsignedString(qid));
      }
    }
  }

  private static void checkFinite(CsrBlock block, Path file) throws MalformedRecordException {
    for (int row = 0; row < block.rows(); row++) {
      float label = block.labels()[row];
      float weight = block.hasWeight() ? block.weights()[row] : 1;
      if (!Float.isFinite(label) || !Float.isFinite(weight)) {
        String found = Float.isFinite(label) ? "weight " + weight : "label " + label;
        throw refused(
            block, row, file, "finite labels and weights, as readers of LibSVM text do", found);
      }
    }
  }

  private static MalformedRecordException refused(
      CsrBlock block, int row, Path file, String expected, String found) {
    return new MalformedRecordException(
        "row that the layout can't hold",
        file.toString(),
        block.positions()[row],
        -1,
        expected,
        found);
  }
}
