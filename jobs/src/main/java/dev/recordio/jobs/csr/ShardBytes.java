// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.LibSvmEncoder;
import java.io.IOException;

/**
 * Tells how many bytes the main file of a shard will have, before compression: exactly, but for
 * what ZIP64 adds to large npz files, which is taken as 256 bytes.
 */
final class ShardBytes {
  private static final long NPZ = 1257; // members' headers and ZIP structures
  private static final long DMATRIX_1_6 = 543; // fields and their names, without any item
  private static final long DMATRIX_3_1 = 676;
  private static final long ROW_BLOCK = 7 * 8;

  private final CsrSettings settings;
  private final LibSvmEncoder text;
  private final int margins;
  private boolean weights;
  private boolean qids;
  private boolean fields;

  /**
   * Makes one.
   *
   * @param weights whether it is known that rows have weights
   * @param qids whether it is known that rows have query ids
   * @param margins base margins of a row
   */
  ShardBytes(CsrSettings settings, boolean weights, boolean qids, int margins) {
    this.margins = margins;
    this.settings = settings;
    this.weights = weights;
    this.qids = qids;
    text =
        settings.layout() == Layout.LIBSVM
            ? new LibSvmEncoder(settings.text().base().first(), (bytes, at, count) -> {})
            : null;
  }

  /** Sees the rows that come next. */
  void see(CsrBlock block) {
    weights |= block.hasWeight();
    qids |= block.hasQid();
    fields |= block.hasField();
  }

  /** Returns the bytes of a row's line, when text is written; else 0. */
  long line(CsrBlock block, int row) throws IOException {
    return text == null ? 0 : text.line(block, row, weights, qids);
  }

  /**
   * Returns the bytes of a file.
   *
   * @param lines bytes of the rows' lines, when text is written
   */
  long of(long rows, long entries, long groups, long lines) {
    return switch (settings.layout()) {
      case NPZ -> npz(rows, entries);
      case DMATRIX_1_6 -> DMATRIX_1_6 + dmatrix(rows, entries, groups);
      case DMATRIX_3_1 -> DMATRIX_3_1 + dmatrix(rows, entries, groups);
      case ROWBLOCK -> rowBlock(rows, entries);
      case LIBSVM -> lines;
    };
  }

  private long npz(long rows, long entries) {
    long columns = settings.text().features();
    int width = Math.max(Math.max(rows, columns), entries) > Integer.MAX_VALUE ? 8 : 4;
    long bytes = NPZ + width * (rows + 1) + (width + 4) * entries;
    return bytes > Integer.MAX_VALUE ? bytes + 256 : bytes;
  }

  private long dmatrix(long rows, long entries, long groups) {
    long group = qids ? 4 * (groups + 1) : 0;
    long weight = weights ? 4 * (qids ? groups : rows) : 0;
    return 4L * (1 + margins) * rows + group + weight + 8 * (rows + 1) + 8 * entries;
  }

  private long rowBlock(long rows, long entries) {
    int width = settings.indexType().width();
    long row = 8 + 4 + (weights ? 4 : 0) + (qids ? 8 : 0);
    long entry = width + 4 + (fields ? width : 0);
    return ROW_BLOCK + 8 + row * rows + entry * entries + 2L * width;
  }
}
