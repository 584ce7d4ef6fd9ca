// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.npy.NpyHeader;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;

/**
 * Writes vectors beside a shard as NPY 1.0 files, one file a call: labels and weights as float32,
 * query ids as int64, group pointers and fields as uint32.
 */
public final class NpyEncoder {
  private final LittleEndianWriter out;

  /** Creates an encoder whose files go to {@code drain}. */
  public NpyEncoder(Drain drain) {
    out = new LittleEndianWriter(drain);
  }

  /** Writes the labels, float32. */
  public void labels(CsrSource source, ShardShape shape) throws IOException {
    column(NpyHeader.vector(NpyHeader.FLOAT32, shape.rows()), CsrColumn.labels(), source);
  }

  /** Writes the weights, float32, 1 for rows without. */
  public void weights(CsrSource source, ShardShape shape) throws IOException {
    column(NpyHeader.vector(NpyHeader.FLOAT32, shape.rows()), CsrColumn.weights(), source);
  }

  /**
   * Writes the query ids, int64, 0 for rows without.
   *
   * @throws IllegalArgumentException when one is 2^63 or more
   */
  public void qids(CsrSource source, ShardShape shape) throws IOException {
    if (shape.maxQid() < 0) {
      throw new IllegalArgumentException(
          "qid "
              + Long.toUnsignedString(shape.maxQid())
              + " does not fit the int64 of a .npy file: use ids below 2^63, or write rowblock");
    }
    column(NpyHeader.vector(NpyHeader.INT64, shape.rows()), CsrColumn.qids(), source);
  }

  /**
   * Writes the fields of the entries, uint32, in the order of an npz file: columns ascending in a
   * row.
   */
  public void fields(CsrSource source, ShardShape shape) throws IOException {
    CsrSource rows = shape.ascending(source);
    long length = shape.hasField() ? shape.entries() : 0;
    column(NpyHeader.vector(NpyHeader.UINT32, length), CsrColumn.fields(false), rows);
  }

  /** Writes group pointers, uint32; see {@link QueryGroups}. */
  public void groups(int[] ends) throws IOException {
    out.putBytes(NpyHeader.vector(NpyHeader.UINT32, ends.length));
    out.putInts(ends, 0, ends.length);
    out.flush();
  }

  /**
   * Writes numbers that came from a side file, float32.
   *
   * @param columns numbers per row; with 1 the file holds a vector, else a matrix
   * @throws IllegalArgumentException when the numbers do not make whole rows
   */
  public void floats(float[] numbers, int columns) throws IOException {
    if (columns < 1 || numbers.length % columns != 0) {
      throw new IllegalArgumentException(
          numbers.length + " numbers do not make rows of " + columns);
    }
    out.putBytes(
        columns == 1
            ? NpyHeader.vector(NpyHeader.FLOAT32, numbers.length)
            : NpyHeader.matrix(NpyHeader.FLOAT32, numbers.length / columns, columns));
    out.putFloats(numbers, 0, numbers.length);
    out.flush();
  }

  private void column(byte[] header, CsrColumn column, CsrSource source) throws IOException {
    out.putBytes(header);
    column.write(source, out);
    out.flush();
  }
}
