// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.bytes.UnsignedDecimal;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.RowSort;
import dev.recordio.sparse.number.ShortestFloat;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Writes rows as LibSVM text: {@code label[:weight] [qid:N] index:value ...}, one blank between, a
 * line feed after each row. Columns ascend, values are always there, numbers are the shortest that
 * read back as the same float (labels that blocks keep as doubles: as the same double); those below
 * 1e-4 or from 1e16 on have an exponent (1.5e-07).
 *
 * <p>When one row has a weight, or a query id, all rows are given one (1, or 0): readers accept no
 * mixture. Values that are NaN or infinite are written as nan, inf and -inf, which XGBoost does not
 * read; such labels and weights are refused, as strict readers refuse them.
 */
public final class LibSvmEncoder implements ShardEncoder {
  private static final byte[] QID = {' ', 'q', 'i', 'd', ':'};

  /** More than any word of a line: blank, index, colon, value; and a line feed. */
  private static final int WORD_BYTES =
      8 + 2 * Math.max(UnsignedDecimal.MAX_DIGITS, ShortestFloat.MAX_BYTES);

  private final byte[] chunk = new byte[1 << 16];
  private final RowSort sort = new RowSort();
  private final int base;
  private final Drain drain;
  private int used;
  private long lines;
  private long drained; // bytes passed to the drain

  /**
   * Creates an encoder of shards.
   *
   * @param base the number of the first column, 0 or 1
   */
  public LibSvmEncoder(int base) {
    this(base, (bytes, at, count) -> {}); // rows are measured
  }

  /**
   * Creates an encoder of rows.
   *
   * @param base the number of the first column, 0 or 1
   * @param drain takes the bytes
   */
  public LibSvmEncoder(int base, Drain drain) {
    if (base != 0 && base != 1) {
      throw new IllegalArgumentException("index base " + base + ": it is 0 or 1");
    }
    this.base = base;
    this.drain = drain;
  }

  @Override
  public String suffix() {
    return ".libsvm";
  }

  @Override
  public boolean measuresRows() {
    return true;
  }

  @Override
  public long rowBytes(CsrBlock block, int row, ShardCounts counts) throws IOException {
    return line(block, row, counts.hasWeight(), counts.hasQid());
  }

  @Override
  public void check(CsrBlock block) throws MalformedRecordException {
    for (int row = 0; row < block.rows(); row++) {
      float label = block.labels()[row];
      float weight = block.hasWeight() ? block.weights()[row] : 1;
      if (!Float.isFinite(label) || !Float.isFinite(weight)) {
        String expected = "finite labels and weights, as readers of LibSVM text do";
        String found = Float.isFinite(label) ? "weight " + weight : "label " + label;
        throw ShardEncoder.refused(block, row, expected, found);
      }
    }
  }

  /**
   * Writes all rows of a shard.
   *
   * @throws IllegalArgumentException when an index plus the base is 2^64, and nothing is written;
   *     or when a label or weight is NaN or infinite
   * @throws IOException from the source or the drain
   */
  @Override
  public ColumnsPlace write(ShardRows shard, Drain to) throws IOException {
    final ShardShape shape = shard.shape();
    if (base == 1 && shape.maxIndex() == -1L) {
      throw new IllegalArgumentException(
          "index "
              + Long.toUnsignedString(shape.maxIndex())
              + " in row "
              + shape.maxIndexRow()
              + " can't be written with base 1: write base 0");
    }
    var lines = new LibSvmEncoder(base, to);
    CsrSource rows = shape.ascending(shard.source());
    rows.pass(block -> lines.rows(block, shape.hasWeight(), shape.hasQid()));
    lines.flush();
    return null;
  }

  /**
   * Writes the rows of a block. Rows whose columns do not ascend are sorted in the block itself;
   * entries of equal columns stay in their order. Bytes may stay buffered until {@link #flush}.
   *
   * @param weights whether rows are written with weights, the same for all rows of a file
   * @param qids whether rows are written with query ids, the same for all rows of a file
   * @throws IllegalArgumentException when an index plus the base is 2^64, or a label or weight is
   *     NaN or infinite
   */
  public void append(CsrBlock block, boolean weights, boolean qids) throws IOException {
    for (int i = 0; base == 1 && block.isWide() && i < block.entries(); i++) {
      if (block.index(i) == -1L) {
        throw new IllegalArgumentException(
            "index " + Long.toUnsignedString(-1L) + " can't be written with base 1: write base 0");
      }
    }
    sort.sort(block);
    rows(block, weights, qids);
  }

  private void rows(CsrBlock block, boolean weights, boolean qids) throws IOException {
    for (int r = 0; r < block.rows(); r++) {
      line(block, r, weights, qids);
    }
  }

  /**
   * Puts the line of one row, entries in their order. Lines are buffered before they are passed to
   * the drain; so this is mostly useful to measure them, with a drain that drops them.
   *
   * @param weights whether the row gets a weight
   * @param qids whether the row gets a query id
   * @return the bytes of the line, with its end
   * @throws IllegalArgumentException when label or weight is NaN or infinite
   */
  public long line(CsrBlock block, int row, boolean weights, boolean qids) throws IOException {
    float[] values = block.values();
    finite("label", block.labels()[row]);
    if (weights) {
      finite("weight", block.weights()[row]);
    }
    room();
    final long begin = drained + used;
    double label = block.exactLabel(row);
    used =
        label == block.labels()[row]
            ? ShortestFloat.put(chunk, used, block.labels()[row])
            : put(label);
    if (weights) {
      chunk[used++] = ':';
      used = ShortestFloat.put(chunk, used, block.weights()[row]);
    }
    if (qids) {
      room();
      System.arraycopy(QID, 0, chunk, used, QID.length);
      used = UnsignedDecimal.put(chunk, used + QID.length, block.qids()[row]);
    }
    int end = block.offset(row + 1);
    for (int i = block.offset(row); i < end; i++) {
      room();
      chunk[used++] = ' ';
      used = UnsignedDecimal.put(chunk, used, block.index(i) + base);
      chunk[used++] = ':';
      used = ShortestFloat.put(chunk, used, values[i]);
    }
    chunk[used++] = '\n';
    lines++;
    return drained + used - begin;
  }

  /** Puts a label that no float is. */
  private int put(double label) {
    double size = Math.abs(label);
    String text = Double.toString(label);
    byte[] bytes =
        (size >= 1e-4 && size < 1e16
                ? new BigDecimal(text).stripTrailingZeros().toPlainString()
                : text.replace('E', 'e'))
            .getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, chunk, used, bytes.length);
    return used + bytes.length;
  }

  private void finite(String what, float number) {
    if (!Float.isFinite(number)) {
      throw new IllegalArgumentException(
          what
              + " "
              + number
              + " of row "
              + lines
              + " (from 0) can't be written: readers of LibSVM text take finite ones");
    }
  }

  private void room() throws IOException {
    if (chunk.length - used < WORD_BYTES) {
      flush();
    }
  }

  /** Passes buffered bytes to the drain. */
  public void flush() throws IOException {
    if (used > 0) {
      drain.drain(chunk, 0, used);
      drained += used;
      used = 0;
    }
  }
}
