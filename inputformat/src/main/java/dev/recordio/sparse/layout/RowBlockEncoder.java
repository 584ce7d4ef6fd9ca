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
public final class RowBlockEncoder {
  private final IndexType type;
  private final boolean omitOnes;
  private final LittleEndianWriter out;

  /**
   * Creates an encoder.
   *
   * @param type of indices and fields; readers of the file must know it
   * @param omitOnes whether values are left out of a container in which all are 1, as libdmlc does
   *     for text without values
   * @param drain takes the bytes
   */
  public RowBlockEncoder(IndexType type, boolean omitOnes, Drain drain) {
    this.type = type;
    this.omitOnes = omitOnes;
    out = new LittleEndianWriter(drain);
  }

  /**
   * Writes all rows of the source as one container.
   *
   * @throws IllegalArgumentException when an index does not fit the type; nothing is written
   * @throws IOException from the source or the drain
   */
  public void write(CsrSource source, ShardShape shape) throws IOException {
    if (Long.compareUnsigned(shape.maxIndex(), type.max()) > 0) {
      throw new IllegalArgumentException(
          "index "
              + Long.toUnsignedString(shape.maxIndex())
              + " in row "
              + shape.maxIndexRow()
              + " does not fit a row block with 32-bit indices: write it with 64-bit indices");
    }
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
