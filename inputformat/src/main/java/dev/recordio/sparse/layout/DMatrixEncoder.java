// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes a shard as the binary DMatrix file that XGBoost's {@code save_binary} makes of the same
 * rows, byte for byte. Query ids become groups; columns ascend in each row, entries of equal
 * columns stay in order, explicit zeros stay.
 *
 * <p>With groups XGBoost takes one weight per group: rows of a group must have the same.
 */
public final class DMatrixEncoder {
  /** The most columns that XGBoost takes. */
  public static final long MAX_COLUMNS = 0xffffffffL;

  /** Where files have the number of columns: after the head and the number of rows. */
  public static final ColumnsPlace COLUMNS_PLACE = ColumnsPlace.unchecked(74);

  private static final int MAGIC = 0xffffab01;
  private static final int FLOAT32 = 1;
  private static final int UINT32 = 3;
  private static final int UINT64 = 4;
  private static final int STRING = 5;

  private final DMatrixDialect dialect;
  private final LittleEndianWriter out;

  /** Creates an encoder whose files go to {@code drain}. */
  public DMatrixEncoder(DMatrixDialect dialect, Drain drain) {
    this.dialect = dialect;
    out = new LittleEndianWriter(drain);
  }

  /** Writes one file without side vectors. */
  public void write(CsrSource source, ShardShape shape, long columns) throws IOException {
    write(source, shape, columns, SideVectors.NONE);
  }

  /**
   * Writes one file.
   *
   * @param columns the number of columns, unsigned, the same for all shards of a set
   * @throws IllegalArgumentException when an index is no column, columns are too many, or a side
   *     vector is not of these rows
   * @throws IOException from the source or the drain
   */
  public void write(CsrSource source, ShardShape shape, long columns, SideVectors side)
      throws IOException {
    if (Long.compareUnsigned(columns, MAX_COLUMNS) > 0) {
      throw new IllegalArgumentException(
          Long.toUnsignedString(columns)
              + " columns do not fit a DMatrix file, whose columns are 32-bit numbers: at most "
              + MAX_COLUMNS
              + "; map the indices to fewer, or write npz");
    }
    shape.requireColumns(columns);
    int[] groups = groups(source, shape, side);
    float[] weights = weights(groups, source, shape, side);
    long margins = margins(shape, side);

    begin();
    scalar("num_row", shape.rows());
    scalar("num_col", columns);
    scalar("num_nonzero", shape.entries());
    vector("labels", FLOAT32, shape.rows(), shape.rows() == 0 ? 0 : 1);
    CsrColumn.labels().write(source, out);
    vector("group_ptr", UINT32, groups.length, 1);
    out.putInts(groups, 0, groups.length);
    writeWeights(weights, source, shape);
    vector("base_margin", FLOAT32, margins == 0 ? 0 : shape.rows(), margins);
    if (margins > 0) {
      out.putFloats(side.baseMargin(), 0, side.baseMargin().length);
    }
    vector("labels_lower_bound", FLOAT32, 0, 1);
    vector("labels_upper_bound", FLOAT32, 0, 1);
    vector("feature_names", STRING, 0, 1);
    vector("feature_types", STRING, 0, 1);
    vector("feature_weights", FLOAT32, 0, 1);
    if (dialect.hasCategories()) {
      byte[] none = NoCategories.ubjson();
      vector("cats", STRING, none.length, 1);
      out.putBytes(none);
    }
    rows(shape.ascending(source), shape);
    out.flush();
  }

  private static int[] groups(CsrSource source, ShardShape shape, SideVectors side)
      throws IOException {
    if (side.groupSizes() != null) {
      return QueryGroups.ofSizes(side.groupSizes(), shape.rows());
    }
    return shape.hasQid() ? QueryGroups.ofQids(source, shape) : new int[0];
  }

  /**
   * Returns weights that are not a column of the source: of a side file, or one per group; else
   * null.
   */
  private static float[] weights(int[] groups, CsrSource source, ShardShape shape, SideVectors side)
      throws IOException {
    boolean grouped = groups.length > 0;
    float[] given = side.weights();
    if (given == null) {
      return grouped && shape.hasWeight() ? QueryGroups.weights(groups, source) : null;
    }
    if (grouped && given.length == groups.length - 1) {
      return given;
    }
    if (given.length != shape.rows()) {
      throw new IllegalArgumentException(
          given.length
              + " weights for "
              + shape.rows()
              + " rows"
              + (grouped ? " in " + (groups.length - 1) + " groups" : "")
              + ": give one weight a row"
              + (grouped ? " or one a group" : ""));
    }
    return grouped ? QueryGroups.weights(groups, given) : given;
  }

  private static long margins(ShardShape shape, SideVectors side) {
    float[] margin = side.baseMargin();
    if (margin == null || margin.length == 0) {
      return 0;
    }
    if (shape.rows() == 0 || margin.length % shape.rows() != 0) {
      throw new IllegalArgumentException(
          margin.length
              + " base margins for "
              + shape.rows()
              + " rows: give the same number of margins for each row");
    }
    return margin.length / shape.rows();
  }

  private void begin() throws IOException {
    out.putInt(MAGIC);
    out.putBytes("version:".getBytes(StandardCharsets.US_ASCII));
    for (int number : dialect.version()) {
      out.putInt(number);
    }
    out.putLong(dialect.fields());
  }

  private void writeWeights(float[] weights, CsrSource source, ShardShape shape)
      throws IOException {
    if (weights != null) {
      vector("weights", FLOAT32, weights.length, 1);
      out.putFloats(weights, 0, weights.length);
    } else {
      vector("weights", FLOAT32, shape.hasWeight() ? shape.rows() : 0, 1);
      if (shape.hasWeight()) {
        CsrColumn.weights().write(source, out);
      }
    }
  }

  private void scalar(String name, long value) throws IOException {
    name(name, UINT64);
    out.putByte(1);
    out.putLong(value);
  }

  private void vector(String name, int type, long rows, long columns) throws IOException {
    name(name, type);
    out.putByte(0);
    out.putLong(rows);
    out.putLong(columns);
    out.putLong(rows * columns);
  }

  private void name(String name, int type) throws IOException {
    out.putLong(name.length());
    out.putBytes(name.getBytes(StandardCharsets.US_ASCII));
    out.putByte(type);
  }

  private void rows(CsrSource source, ShardShape shape) throws IOException {
    out.putLong(shape.rows() + 1);
    CsrColumn.offsets(true).write(source, out);
    out.putLong(shape.entries());
    CsrColumn.pairs().write(source, out);
  }
}
