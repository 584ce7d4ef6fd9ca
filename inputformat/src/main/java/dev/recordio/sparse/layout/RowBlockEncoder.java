// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.IndexType;
import java.io.IOException;

/**
 * Writes rows as libdmlc saves a {@code RowBlockContainer}: what its {@code #cache} files hold, one
 * container after another. Rows and entries stay in their order.
 *
 * <p>A container holds offset, label, weight, qid, field, index and value, each a count and the
 * numbers; no weight, qid or field is a count of 0, and so are values when they are left out
 * because all of them are 1. Then come the largest field and the largest index.
 */
public final class RowBlockEncoder implements ShardEncoder {
  /** The counts of the seven vectors, and the one offset. */
  private static final long EMPTY_BYTES = 8 * Long.BYTES;

  private final IndexType type;
  private final LittleEndianWriter out = new LittleEndianWriter(this::drain);
  private Drain to;

  /**
   * Creates an encoder.
   *
   * @param type of indices and fields; readers of the file must know it
   */
  public RowBlockEncoder(IndexType type) {
    this.type = type;
  }

  private void drain(byte[] bytes, int offset, int count) throws IOException {
    to.drain(bytes, offset, count);
  }

  @Override
  public String suffix() {
    return ".rowblock";
  }

  @Override
  public long bytes(ShardCounts counts) {
    long row =
        Long.BYTES
            + Float.BYTES
            + (counts.hasWeight() ? Float.BYTES : 0)
            + (counts.hasQid() ? Long.BYTES : 0);
    long entry = type.width() + Float.BYTES + (counts.hasField() ? type.width() : 0);
    return EMPTY_BYTES + 2L * type.width() + row * counts.rows() + entry * counts.entries();
  }

  @Override
  public ColumnsPlace write(ShardRows shard, Drain drain) throws IOException {
    write(shard.source(), shard.shape(), shard.bare(), drain);
    return null;
  }

  /**
   * Writes all rows of the source as one container.
   *
   * @param omitOnes whether values are left out if all of them are 1, as libdmlc does for text
   *     without values
   * @throws IllegalArgumentException when an index does not fit the type; nothing is written
   * @throws IOException from the source or the drain
   */
  public void write(CsrSource source, ShardShape shape, boolean omitOnes, Drain drain)
      throws IOException {
    if (Long.compareUnsigned(shape.maxIndex(), type.max()) > 0) {
      throw new IllegalArgumentException(
          "index "
              + Long.toUnsignedString(shape.maxIndex())
              + " in row "
              + shape.maxIndexRow()
              + " does not fit a row block with 32-bit indices: write it with 64-bit indices");
    }
    to = drain;
    boolean wide = type == IndexType.UINT64;
    long rows = shape.rows();
    long entries = shape.entries();
    vector(rows + 1, CsrColumn.offsets(true), source);
    vector(rows, CsrColumn.labels(), source);
    vector(shape.hasWeight() ? rows : 0, CsrColumn.weights(), source);
    vector(shape.hasQid() ? rows : 0, CsrColumn.qids(), source);
    vector(shape.hasField() ? entries : 0, CsrColumn.fields(wide), source);
    vector(entries, CsrColumn.indices(wide), source);
    vector(omitOnes && shape.isAllOnes() ? 0 : entries, CsrColumn.values(), source);
    number(Integer.toUnsignedLong(shape.maxField()));
    number(shape.maxIndex());
    out.flush();
  }

  private void vector(long count, CsrColumn column, CsrSource source) throws IOException {
    out.putLong(count);
    if (count > 0) {
      column.write(source, out);
    }
  }

  private void number(long value) throws IOException {
    if (type == IndexType.UINT64) {
      out.putLong(value);
    } else {
      out.putInt((int) value);
    }
  }
}
