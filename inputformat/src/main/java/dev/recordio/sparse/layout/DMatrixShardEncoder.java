// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.Drain;
import dev.recordio.bytes.LittleEndianWriter;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Writes a shard as the binary DMatrix file that XGBoost's {@code save_binary} makes of the same
 * rows, byte for byte. Query ids become groups; columns ascend in each row, entries of equal
 * columns stay in order, explicit zeros stay.
 *
 * <p>With groups XGBoost takes one weight per group: rows of a group must have the same.
 */
public final class DMatrixShardEncoder implements ShardEncoder {
  /** The most columns that XGBoost takes. */
  public static final long MAX_COLUMNS = 0xffffffffL;

  /** Where files have the number of columns: after the head and the number of rows. */
  private static final ColumnsPlace COLUMNS_PLACE = ColumnsPlace.unchecked(74);

  private static final int MAGIC = 0xffffab01;
  private static final int FLOAT32 = 1;
  private static final int UINT32 = 3;
  private static final int UINT64 = 4;
  private static final int STRING = 5;

  private final DMatrixDialect dialect;
  private final long fixedBytes;

  /** Creates an encoder. */
  public DMatrixShardEncoder(DMatrixDialect dialect) {
    this.dialect = dialect;
    fixedBytes = emptyBytes();
  }

  @Override
  public String suffix() {
    return ".buffer";
  }

  @Override
  public long bytes(ShardCounts counts) {
    long rows = counts.rows();
    long groups = counts.hasQid() ? counts.groups() : 0;
    long ends = counts.hasQid() ? groups + 1 : 0;
    long weighted = counts.hasQid() ? groups : rows;
    long weights = counts.hasWeight() ? weighted : 0;
    long labelsAndMargins = (1 + counts.margins()) * rows;
    long pairs = Integer.BYTES + Float.BYTES;
    return fixedBytes
        + Float.BYTES * (labelsAndMargins + weights)
        + Integer.BYTES * ends
        + Long.BYTES * rows
        + pairs * counts.entries();
  }

  /**
   * Writes one file.
   *
   * @throws IllegalArgumentException when an index is no column, columns are too many, or the base
   *     margins are not of these rows
   * @throws IOException from the source or the drain
   */
  @Override
  public ColumnsPlace write(ShardRows shard, Drain drain) throws IOException {
    final CsrSource source = shard.source();
    final ShardShape shape = shard.shape();
    final long columns = shard.columns();
    final float[] margins = shard.baseMargins();
    if (Long.compareUnsigned(columns, MAX_COLUMNS) > 0) {
      throw new IllegalArgumentException(
          Long.toUnsignedString(columns)
              + " columns do not fit a DMatrix file, whose columns are 32-bit numbers: at most "
              + MAX_COLUMNS
              + "; map the indices to fewer, or write npz");
    }
    shape.requireColumns(columns);
    int[] groups = shape.hasQid() ? QueryGroups.ofQids(source, shape) : new int[0];
    boolean grouped = groups.length > 0 && shape.hasWeight();
    float[] ofGroups = grouped ? QueryGroups.weights(groups, source) : null;
    long outputs = outputs(shape, margins);
    var out = new File(drain);
    out.begin(dialect);
    out.scalar("num_row", shape.rows());
    out.scalar("num_col", columns);
    out.scalar("num_nonzero", shape.entries());
    out.vector("labels", FLOAT32, shape.rows(), shape.rows() == 0 ? 0 : 1);
    CsrColumn.labels().write(source, out.numbers);
    out.vector("group_ptr", UINT32, groups.length, 1);
    out.numbers.putInts(groups, 0, groups.length);
    if (ofGroups != null) {
      out.vector("weights", FLOAT32, ofGroups.length, 1);
      out.numbers.putFloats(ofGroups, 0, ofGroups.length);
    } else {
      out.vector("weights", FLOAT32, shape.hasWeight() ? shape.rows() : 0, 1);
      if (shape.hasWeight()) {
        CsrColumn.weights().write(source, out.numbers);
      }
    }
    out.vector("base_margin", FLOAT32, outputs == 0 ? 0 : shape.rows(), outputs);
    if (outputs > 0) {
      out.numbers.putFloats(margins, 0, margins.length);
    }
    out.vector("labels_lower_bound", FLOAT32, 0, 1);
    out.vector("labels_upper_bound", FLOAT32, 0, 1);
    out.vector("feature_names", STRING, 0, 1);
    out.vector("feature_types", STRING, 0, 1);
    out.vector("feature_weights", FLOAT32, 0, 1);
    if (dialect.hasCategories()) {
      byte[] none = noCategories();
      out.vector("cats", STRING, none.length, 1);
      out.numbers.putBytes(none);
    }
    CsrSource rows = shape.ascending(source);
    out.numbers.putLong(shape.rows() + 1);
    CsrColumn.offsets(true).write(rows, out.numbers);
    out.numbers.putLong(shape.entries());
    CsrColumn.pairs().write(rows, out.numbers);
    out.numbers.flush();
    return COLUMNS_PLACE;
  }

  /** Returns the number of base margins of each row. */
  private static long outputs(ShardShape shape, float[] margins) {
    if (margins == null || margins.length == 0) {
      return 0;
    }
    if (shape.rows() == 0 || margins.length % shape.rows() != 0) {
      throw new IllegalArgumentException(
          margins.length
              + " base margins for "
              + shape.rows()
              + " rows: give the same number of margins for each row");
    }
    return margins.length / shape.rows();
  }

  /** Returns how XGBoost 3.1 and later write down, in UBJSON, that there are no categories. */
  private static byte[] noCategories() {
    ByteBuffer out = ByteBuffer.allocate(95); // UBJSON is big-endian
    out.put((byte) '{');
    name(out, "enc").put(ascii("[#L")).putLong(0);
    name(out, "feature_segments").put(ascii("[$l#L")).putLong(0);
    name(out, "sorted_idx").put(ascii("[$l#L")).putLong(0);
    return out.put((byte) '}').array();
  }

  private static ByteBuffer name(ByteBuffer out, String name) {
    return out.put((byte) 'L').putLong(name.length()).put(ascii(name));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The fields of a file: a name, a type, and numbers. */
  private static final class File {
    private final LittleEndianWriter numbers;

    File(Drain drain) {
      numbers = new LittleEndianWriter(drain);
    }

    void begin(DMatrixDialect dialect) throws IOException {
      numbers.putInt(MAGIC);
      numbers.putBytes(ascii("version:"));
      for (int number : dialect.version()) {
        numbers.putInt(number);
      }
      numbers.putLong(dialect.fields());
    }

    void scalar(String name, long value) throws IOException {
      name(name, UINT64);
      numbers.putByte(1);
      numbers.putLong(value);
    }

    void vector(String name, int type, long rows, long columns) throws IOException {
      name(name, type);
      numbers.putByte(0);
      numbers.putLong(rows);
      numbers.putLong(columns);
      numbers.putLong(rows * columns);
    }

    private void name(String name, int type) throws IOException {
      numbers.putLong(name.length());
      numbers.putBytes(ascii(name));
      numbers.putByte(type);
    }
  }
}
