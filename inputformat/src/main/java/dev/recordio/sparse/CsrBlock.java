// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A block of sparse rows in primitive arrays that grow and are used again: compressed sparse row
 * (CSR) form.
 *
 * <p>Row r has the entries {@code offset(r) .. offset(r + 1)} of index, field and value. The arrays
 * are longer than what is in them; they are good until the next change of the block.
 *
 * <p>Indices are unsigned 64-bit numbers. They are kept in an {@code int[]} as long as all of them
 * are below 2^31, in a {@code long[]} from the first larger one on.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class CsrBlock {
  /** The most entries, or rows, that a block holds. */
  public static final int MAX_ENTRIES = Integer.MAX_VALUE - 64;

  /** The position of a row of which none was told. */
  public static final long NO_POSITION = -1;

  private static final int NONE = Integer.MAX_VALUE;

  private int rows;
  private int entries;
  private int[] offset = new int[65];
  private float[] label = new float[64];
  private float[] weight = new float[64];
  private long[] qid = new long[64];
  private long[] position = new long[64];
  private int[] index = new int[1024];
  private long[] wideIndex; // in place of index, once one does not fit
  private int[] field = {};
  private float[] value = new float[1024];
  private int firstWeighted = NONE; // the first row with a weight
  private int firstGrouped = NONE; // the first row with a query id
  private int firstFielded = NONE; // the first entry with a field

  /** Takes all rows out; the arrays stay. */
  public void clear() {
    rows = 0;
    entries = 0;
    firstWeighted = NONE;
    firstGrouped = NONE;
    firstFielded = NONE;
    wideIndex = null;
  }

  /**
   * Begins a row, with weight 1 and qid 0. Entries added from now on are the row's.
   *
   * @throws IllegalStateException when the block has {@link #MAX_ENTRIES} rows
   */
  public void addRow(float rowLabel) {
    if (rows + 1 >= offset.length) {
      int size = grown(rows, rows + 2);
      offset = Arrays.copyOf(offset, size + 1);
      label = Arrays.copyOf(label, size);
      weight = Arrays.copyOf(weight, size);
      qid = Arrays.copyOf(qid, size);
      position = Arrays.copyOf(position, size);
    }
    label[rows] = rowLabel;
    weight[rows] = 1;
    qid[rows] = 0;
    position[rows] = NO_POSITION;
    rows++;
    offset[rows] = entries;
  }

  /** Gives the last row another label. */
  public void setLabel(float rowLabel) {
    label[rows - 1] = rowLabel;
  }

  /** Gives the last row a weight. */
  public void setWeight(float rowWeight) {
    weight[rows - 1] = rowWeight;
    firstWeighted = Math.min(firstWeighted, rows - 1);
  }

  /** Gives the last row a query id, unsigned. */
  public void setQid(long rowQid) {
    qid[rows - 1] = rowQid;
    firstGrouped = Math.min(firstGrouped, rows - 1);
  }

  /** Tells where the last row stands in its file. */
  public void setPosition(long fileOffset) {
    position[rows - 1] = fileOffset;
  }

  /** Tells where all rows stand in their file. */
  public void setPositions(long fileOffset) {
    Arrays.fill(position, 0, rows, fileOffset);
  }

  /**
   * Adds an entry to the last row.
   *
   * @param column the index, unsigned
   */
  public void add(long column, float entryValue) {
    if (entries == value.length) {
      growEntries();
    }
    value[entries] = entryValue;
    if (wideIndex == null && (column & ~(long) Integer.MAX_VALUE) == 0) {
      index[entries] = (int) column;
    } else {
      addWide(column);
    }
    offset[rows] = ++entries;
  }

  /** Adds an entry with a field, unsigned, to the last row. */
  public void add(int entryField, long column, float entryValue) {
    add(column, entryValue);
    firstFielded = Math.min(firstFielded, entries - 1);
    if (field.length < value.length) {
      field = Arrays.copyOf(field, value.length);
    }
    field[entries - 1] = entryField;
  }

  private void addWide(long column) {
    if (wideIndex == null) {
      wideIndex = new long[value.length];
      for (int i = 0; i < entries; i++) {
        wideIndex[i] = index[i];
      }
    }
    wideIndex[entries] = column;
  }

  private void growEntries() {
    int size = grown(entries, entries + 1);
    value = Arrays.copyOf(value, size);
    if (wideIndex == null) {
      index = Arrays.copyOf(index, size);
    } else {
      wideIndex = Arrays.copyOf(wideIndex, size);
      index = new int[size]; // as long as value, for the block's next use
    }
  }

  private static int grown(int size, int needed) {
    if (needed > MAX_ENTRIES) {
      throw new IllegalStateException("a block holds at most " + MAX_ENTRIES + " rows or entries");
    }
    return (int) Math.min(MAX_ENTRIES, Math.max(needed, size + (long) (size >> 1)));
  }

  /** Takes the last row, begun but not to be kept, out again. */
  public void dropRow() {
    rows--;
    entries = offset[rows];
    firstWeighted = firstWeighted < rows ? firstWeighted : NONE;
    firstGrouped = firstGrouped < rows ? firstGrouped : NONE;
    firstFielded = firstFielded < entries ? firstFielded : NONE;
  }

  /** Returns the number of rows. */
  public int rows() {
    return rows;
  }

  /** Returns the number of entries. */
  public int entries() {
    return entries;
  }

  /** Returns where the entries of row {@code row} begin; of row {@link #rows}, where they end. */
  public int offset(int row) {
    return offset[row];
  }

  /** Returns the index of an entry, unsigned. */
  public long index(int entry) {
    return wideIndex == null ? index[entry] : wideIndex[entry];
  }

  /** Returns the rows' offsets, one more than rows, the first 0. */
  public int[] offsets() {
    return offset;
  }

  /** Returns the labels. */
  public float[] labels() {
    return label;
  }

  /** Returns the weights, 1 where none was set. */
  public float[] weights() {
    return weight;
  }

  /** Returns the query ids, 0 where none was set. */
  public long[] qids() {
    return qid;
  }

  /**
   * Returns where the rows stand in their file: the offset of the first byte of a row's line, or of
   * its record; {@link #NO_POSITION} where that was not told.
   */
  public long[] positions() {
    return position;
  }

  /** Returns the indices; null when {@link #isWide}. */
  public int[] indices() {
    return wideIndex == null ? index : null;
  }

  /** Returns the indices as longs; null unless {@link #isWide}. */
  public long[] wideIndices() {
    return wideIndex;
  }

  /** Returns the fields; only good when {@link #hasField}. */
  public int[] fields() {
    return field;
  }

  /** Returns the values. */
  public float[] values() {
    return value;
  }

  /** Whether an index of 2^31 or more is, or was, in the block. */
  public boolean isWide() {
    return wideIndex != null;
  }

  /** Whether a row was given a weight. */
  public boolean hasWeight() {
    return firstWeighted != NONE;
  }

  /** Whether a row was given a query id. */
  public boolean hasQid() {
    return firstGrouped != NONE;
  }

  /** Whether entries have fields. */
  public boolean hasField() {
    return firstFielded != NONE;
  }
}
