// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost;

import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.ColumnSet;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.layout.QueryGroups;
import dev.recordio.sparse.layout.ShardShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Collects sparse rows and makes a {@link DMatrix} of them, by XGBoost's call for CSR: memory
 * depends on the entries, not on the number of columns.
 *
 * <p>Until {@link #build} it holds 8 bytes an entry, 12 if a column is 2^31 or more, and 32 a row;
 * while it builds at most twice as much, and then nothing. Labels, weights and base margins go
 * along. Rows that have query ids make groups: each run of rows with the same id is one. XGBoost
 * takes one weight a group, so rows of a group must have the same weight.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class DMatrixBuilder implements WorkerRows {
  /** The longest array. */
  private static final long MAX_LENGTH = Integer.MAX_VALUE - 8;

  private List<CsrBlock> blocks = new ArrayList<>();
  private List<float[]> margins = new ArrayList<>();
  private long rows;
  private long entries;
  private boolean hasWeight;
  private boolean hasQid;

  /**
   * Adds rows. The block is not copied: leave it alone afterwards.
   *
   * @throws IllegalStateException when an array would get too long for Java
   */
  public void add(CsrBlock block) {
    rows += block.rows();
    entries += block.entries();
    if (rows >= MAX_LENGTH || entries > MAX_LENGTH) {
      throw new IllegalStateException(
          rows
              + " rows with "
              + entries
              + " entries: a worker takes at most "
              + MAX_LENGTH
              + " of either; take more workers");
    }
    hasWeight |= block.hasWeight();
    hasQid |= block.hasQid();
    blocks.add(block);
  }

  @Override
  public void add(CsrBlock block, float[] ofRows) {
    add(block);
    if (ofRows != null) {
      addMargins(ofRows);
    }
  }

  /** Adds the base margins of rows, one each: either all rows have one, or none. */
  public void addMargins(float[] ofRows) {
    margins.add(ofRows);
  }

  /** Returns the number of rows. */
  public long rows() {
    return rows;
  }

  /** Returns the number of entries. */
  public long entries() {
    return entries;
  }

  /** Returns the columns that occur. */
  public ColumnSet columns() {
    var columns = new ColumnSet();
    blocks.forEach(columns::addAll);
    return columns;
  }

  /** Returns the number of columns up to the largest that occurs, unsigned; 0 without entries. */
  public long width() {
    long width = 0;
    for (CsrBlock block : blocks) {
      width = width(block, width);
    }
    return width;
  }

  /** Returns the larger of a width and the width of a block. */
  @InterfaceAudience.Private
  public static long width(CsrBlock block, long atLeast) {
    long width = atLeast;
    for (int i = 0; i < block.entries(); i++) {
      long index = block.index(i);
      if (Long.compareUnsigned(index, width) >= 0) {
        width = index + 1 == 0 ? index : index + 1; // 2^64 columns are too many anyway
      }
    }
    return width;
  }

  @Override
  public void checkGroups() {
    if (hasQid && hasWeight) {
      groupWeights(groupEnds());
    }
  }

  /**
   * Makes the matrix, and leaves this without rows. Entries whose columns the map does not have are
   * left out: XGBoost takes them for missing.
   *
   * @param threads of XGBoost; 0 for as many as there are processors
   * @throws IllegalArgumentException when rows of a group have different weights
   */
  public DMatrix build(ColumnMap map, int threads) throws XGBoostError {
    int[] ends = hasQid ? groupEnds() : null;
    float[] weights = !hasWeight ? null : hasQid ? groupWeights(ends) : weights();
    float[] labels = labels();
    DMatrix matrix = matrix(map, threads);
    if (labels.length > 0) { // XGBoost4J refuses empty arrays
      matrix.setLabel(labels);
      if (ends != null) {
        matrix.setGroup(QueryGroups.sizes(ends));
      }
      if (weights != null) {
        matrix.setWeight(weights);
      }
      setMargins(matrix, labels.length);
    }
    return matrix;
  }

  /** Makes the matrix. A matrix in memory keeps values, not bins: {@code training} is not used. */
  @Override
  public DMatrix build(ColumnMap map, int threads, DMatrix training) throws XGBoostError {
    return build(map, threads);
  }

  /**
   * Makes the matrix without labels and all else, as predictions need it. It takes the blocks
   * apart, one by one, so that they are not in memory together with all arrays.
   */
  DMatrix matrix(ColumnMap map, int threads) throws XGBoostError {
    List<CsrBlock> from = blocks;
    blocks = new ArrayList<>();
    var offsets = new long[(int) rows + 1];
    var indices = new int[(int) entries];
    var values = new float[(int) entries];
    rows = 0;
    entries = 0;
    int row = 0;
    int entry = 0;
    for (int b = 0; b < from.size(); b++) {
      CsrBlock block = from.set(b, null);
      float[] blockValues = block.values();
      for (int r = 0; r < block.rows(); r++) {
        for (int i = block.offset(r); i < block.offset(r + 1); i++) {
          int column = map.find(block.index(i));
          if (column >= 0) {
            indices[entry] = column;
            values[entry++] = blockValues[i];
          }
        }
        offsets[++row] = entry;
      }
    }
    if (entry < indices.length) {
      indices = Arrays.copyOf(indices, entry);
      values = Arrays.copyOf(values, entry);
    }
    return new DMatrix(
        offsets, indices, values, DMatrix.SparseType.CSR, map.size(), Float.NaN, threads);
  }

  private float[] labels() {
    float[] labels = new float[(int) rows];
    int row = 0;
    for (CsrBlock block : blocks) {
      System.arraycopy(block.labels(), 0, labels, row, block.rows());
      row += block.rows();
    }
    return labels;
  }

  private float[] weights() {
    float[] weights = new float[(int) rows];
    int row = 0;
    for (CsrBlock block : blocks) {
      System.arraycopy(block.weights(), 0, weights, row, block.rows());
      row += block.rows();
    }
    return weights;
  }

  private CsrSource source() {
    return CsrSource.of(blocks.toArray(CsrBlock[]::new));
  }

  private int[] groupEnds() {
    try {
      CsrSource source = source();
      return QueryGroups.ofQids(source, ShardShape.of(source));
    } catch (IOException e) {
      throw new AssertionError("blocks in memory", e);
    }
  }

  private float[] groupWeights(int[] ends) {
    try {
      return QueryGroups.weights(ends, source());
    } catch (IOException e) {
      throw new AssertionError("blocks in memory", e);
    }
  }

  private void setMargins(DMatrix matrix, int count) throws XGBoostError {
    if (margins.isEmpty()) {
      return;
    }
    float[] all = new float[count];
    int row = 0;
    for (float[] part : margins) {
      System.arraycopy(part, 0, all, row, part.length);
      row += part.length;
    }
    margins = new ArrayList<>();
    matrix.setBaseMargin(all);
  }

  /** Does nothing: {@link #build} leaves this without rows. */
  @Override
  public void close() {}
}
