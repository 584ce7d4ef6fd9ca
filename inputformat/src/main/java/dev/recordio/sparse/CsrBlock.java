// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import java.util.Arrays;
import java.util.function.IntPredicate;
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

  /** The position of a row whose position is not known. */
  public static final long NO_POSITION = -1;

  private static final int NONE = Integer.MAX_VALUE;

  private int rows;
  private int entries;
  private int[] offset;
  private float[] label;
  private double[] exactLabel; // where these are wanted; else null
  private float[] weight;
  private long[] qid;
  private long[] position;
  private int[] index;
  private long[] wideIndex; // in place of index, once one does not fit
  private int[] field = {};
  private float[] value;
  private CsrBlock labelSets; // where these are wanted; else null
  private int firstWeighted = NONE; // the first row with a weight
  private int firstGrouped = NONE; // the first row with a query id
  private int firstFielded = NONE; // the first entry with a field

  /** Creates a block with small arrays. */
  public CsrBlock() {
    this(64, 1024);
  }

  /** Creates a block with arrays for that many rows and entries; they grow when they must. */
  public CsrBlock(int rows, int entries) {
    offset = new int[rows + 1];
    label = new float[rows];
    weight = new float[rows];
    qid = new long[rows];
    position = new long[rows];
    index = new int[entries];
    value = new float[entries];
  }

  /** Removes all rows; the arrays stay. */
  public void clear() {
    rows = 0;
    entries = 0;
    firstWeighted = NONE;
    firstGrouped = NONE;
    firstFielded = NONE;
    wideIndex = null;
    if (labelSets != null) {
      labelSets.clear();
    }
  }

  /**
   * Begins a row, with weight 1 and qid 0. Entries added from now on are the row's.
   *
   * @throws IllegalStateException when the block has {@link #MAX_ENTRIES} rows
   */
  public void addRow(float rowLabel) {
    if (rows == label.length) {
      growRows(rows + 1L);
    }
    label[rows] = rowLabel;
    if (exactLabel != null) {
      exactLabel[rows] = rowLabel;
    }
    if (labelSets != null) {
      labelSets.addRow(0);
    }
    weight[rows] = 1;
    qid[rows] = 0;
    position[rows] = NO_POSITION;
    rows++;
    offset[rows] = entries;
  }

  /** Gives the last row another label. */
  public void setLabel(float rowLabel) {
    label[rows - 1] = rowLabel;
    if (exactLabel != null) {
      exactLabel[rows - 1] = rowLabel;
    }
  }

  /**
   * Makes the block keep labels as doubles, too, from now on: parsers give it the double nearest to
   * the text.
   */
  @InterfaceAudience.Private
  public void keepExactLabels() {
    exactLabel = exactLabel == null ? new double[label.length] : exactLabel;
  }

  /** Whether the block keeps labels as doubles. */
  @InterfaceAudience.Private
  public boolean hasExactLabels() {
    return exactLabel != null;
  }

  /** Sets the label of the last row as a double, in a block that keeps them. */
  @InterfaceAudience.Private
  public void setExactLabel(double rowLabel) {
    exactLabel[rows - 1] = rowLabel;
  }

  /** Returns the label of a row as a double: the nearest to the text, if the block keeps them. */
  @InterfaceAudience.Private
  public double exactLabel(int row) {
    return exactLabel == null ? label[row] : exactLabel[row];
  }

  /**
   * Makes the block keep any number of label ids for each row, from now on. {@link #labelSets}
   * returns them.
   */
  @InterfaceAudience.Private
  public void keepLabelSets() {
    if (labelSets == null) {
      labelSets = new CsrBlock();
      for (int i = 0; i < rows; i++) {
        labelSets.addRow(0);
      }
    }
  }

  /**
   * Returns a block with the same number of rows and an entry of value 1 for each label id of a
   * row; null when label ids are not kept.
   */
  @InterfaceAudience.Private
  public CsrBlock labelSets() {
    return labelSets;
  }

  /** Gives the last row a weight. */
  public void setWeight(float rowWeight) {
    setWeight(rows - 1, rowWeight);
  }

  /** Gives the last row a query id, unsigned. */
  public void setQid(long rowQid) {
    setQid(rows - 1, rowQid);
  }

  /** Sets where the last row is in its file. */
  public void setPosition(long fileOffset) {
    position[rows - 1] = fileOffset;
  }

  /** Sets where all rows are in their file. */
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
      growEntries(entries + 1L);
    }
    value[entries] = entryValue;
    if (wideIndex == null && (column & ~(long) Integer.MAX_VALUE) == 0) {
      index[entries] = (int) column;
    } else {
      addWide(column);
    }
    offset[rows] = ++entries;
  }

  /**
   * Adds entries to the last row.
   *
   * @param columns of the entries, unsigned and ascending
   */
  @InterfaceAudience.Private
  public void addSparse(long[] columns, float[] values, int count) {
    boolean narrow = count == 0 || (columns[count - 1] & ~(long) Integer.MAX_VALUE) == 0;
    if (wideIndex != null || !narrow) {
      for (int i = 0; i < count; i++) {
        add(columns[i], values[i]);
      }
      return;
    }
    reserve(count);
    int[] to = index;
    int first = entries;
    for (int i = 0; i < count; i++) {
      to[first + i] = (int) columns[i];
    }
    addValues(values, count);
  }

  /** Adds entries to the last row, of the columns 0, 1, 2 and so on. */
  @InterfaceAudience.Private
  public void addDense(float[] values, int count) {
    reserve(count);
    for (int i = 0; i < count; i++) {
      if (wideIndex == null) {
        index[entries + i] = i;
      } else {
        wideIndex[entries + i] = i;
      }
    }
    addValues(values, count);
  }

  private void reserve(int count) {
    if (value.length - entries < count) {
      growEntries((long) entries + count);
    }
  }

  private void addValues(float[] values, int count) {
    System.arraycopy(values, 0, value, entries, count);
    entries += count;
    offset[rows] = entries;
  }

  /**
   * Adds to the last row the entries that the caller has written into the arrays; the block then
   * has {@code count} entries.
   */
  @InterfaceAudience.Private
  public void setEntries(int count) {
    entries = count;
    offset[rows] = count;
  }

  /** Whether a value is another one: 0 is -0 too, and NaN is NaN. */
  private static boolean is(float one, float other) {
    return one == other || one != one && other != other;
  }

  /**
   * Returns the number of columns that entries with the value {@code wanted} need: 1 more than
   * their largest index, unsigned; 0 without such entries.
   */
  @InterfaceAudience.Private
  public long columnsOfValue(float wanted) {
    long columns = 0;
    for (int i = 0; i < entries; i++) {
      if (is(value[i], wanted) && Long.compareUnsigned(index(i), columns) >= 0) {
        columns = index(i) + 1;
      }
    }
    return columns;
  }

  /**
   * Removes the entries with the value {@code unwanted}.
   *
   * @return the number removed
   */
  @InterfaceAudience.Private
  public int removeValue(float unwanted) {
    return retain(i -> !is(value[i], unwanted));
  }

  /**
   * Replaces the column of each entry by its number in a map, and removes entries of columns that
   * the map does not have.
   *
   * @return the number removed
   */
  @InterfaceAudience.Private
  public int renumber(ColumnMap map) {
    int removed =
        retain(
            i -> {
              int column = map.find(index(i));
              if (wideIndex == null) {
                index[i] = column;
              } else {
                wideIndex[i] = column;
              }
              return column >= 0;
            });
    if (wideIndex != null) {
      for (int i = 0; i < entries; i++) {
        index[i] = (int) wideIndex[i];
      }
      wideIndex = null;
    }
    return removed;
  }

  /** Removes all entries but the wanted ones, asked for in order; returns how many. */
  private int retain(IntPredicate wanted) {
    boolean fields = hasField();
    int first = NONE; // the first with a field
    int kept = 0;
    int from = 0;
    for (int row = 0; row < rows; row++) {
      int end = offset[row + 1];
      for (int i = from; i < end; i++) {
        first = i == firstFielded ? kept : first;
        if (!wanted.test(i)) {
          continue;
        }
        if (kept < i) { // nothing is moved before the first that is removed
          value[kept] = value[i];
          if (wideIndex == null) {
            index[kept] = index[i];
          } else {
            wideIndex[kept] = wideIndex[i];
          }
          if (fields) {
            field[kept] = field[i];
          }
        }
        kept++;
      }
      from = end;
      offset[row + 1] = kept;
    }
    int removed = entries - kept;
    entries = kept;
    firstFielded = first < kept ? first : NONE;
    return removed;
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

  /**
   * Adds the rows {@code begin .. end} of another block, with all they have.
   *
   * @throws IllegalStateException when the block would have more than {@link #MAX_ENTRIES} rows or
   *     entries
   */
  public void addRows(CsrBlock from, int begin, int end) {
    int count = end - begin;
    if (count == 0) {
      return;
    }
    if (from.labelSets != null) {
      keepLabelSets();
      labelSets.addRows(from.labelSets, begin, end);
    } else if (labelSets != null) {
      for (int i = 0; i < count; i++) {
        labelSets.addRow(0);
      }
    }
    int first = from.offset[begin];
    int more = from.offset[end] - first;
    if (label.length - rows < count) {
      growRows((long) rows + count);
    }
    if (value.length - entries < more) {
      growEntries((long) entries + more);
    }
    for (int i = 1; i <= count; i++) {
      offset[rows + i] = from.offset[begin + i] - first + entries;
    }
    System.arraycopy(from.label, begin, label, rows, count);
    for (int i = 0; exactLabel != null && i < count; i++) {
      exactLabel[rows + i] = from.exactLabel(begin + i);
    }
    System.arraycopy(from.weight, begin, weight, rows, count);
    System.arraycopy(from.qid, begin, qid, rows, count);
    System.arraycopy(from.position, begin, position, rows, count);
    System.arraycopy(from.value, first, value, entries, more);
    addIndices(from, first, more);
    addFields(from, first, more);
    if (from.firstWeighted < end) {
      firstWeighted = Math.min(firstWeighted, rows + Math.max(0, from.firstWeighted - begin));
    }
    if (from.firstGrouped < end) {
      firstGrouped = Math.min(firstGrouped, rows + Math.max(0, from.firstGrouped - begin));
    }
    rows += count;
    entries += more;
  }

  private void addIndices(CsrBlock from, int first, int count) {
    if (from.wideIndex != null) {
      widen();
      System.arraycopy(from.wideIndex, first, wideIndex, entries, count);
    } else if (wideIndex == null) {
      System.arraycopy(from.index, first, index, entries, count);
    } else {
      for (int i = 0; i < count; i++) {
        wideIndex[entries + i] = from.index[first + i];
      }
    }
  }

  private void addFields(CsrBlock from, int first, int count) {
    if (count == 0 || !from.hasField() && !hasField()) {
      return;
    }
    if (field.length < value.length) {
      field = Arrays.copyOf(field, value.length);
    }
    if (!hasField()) {
      Arrays.fill(field, 0, entries, 0);
      firstFielded = entries;
    }
    if (from.hasField()) {
      System.arraycopy(from.field, first, field, entries, count);
    } else {
      Arrays.fill(field, entries, entries + count, 0);
    }
  }

  private void addWide(long column) {
    widen();
    wideIndex[entries] = column;
  }

  private void widen() {
    if (wideIndex == null) {
      wideIndex = new long[value.length];
      for (int i = 0; i < entries; i++) {
        wideIndex[i] = index[i];
      }
    }
  }

  private void growRows(long needed) {
    int size = grown(rows, needed);
    offset = Arrays.copyOf(offset, size + 1);
    label = Arrays.copyOf(label, size);
    exactLabel = exactLabel == null ? null : Arrays.copyOf(exactLabel, size);
    weight = Arrays.copyOf(weight, size);
    qid = Arrays.copyOf(qid, size);
    position = Arrays.copyOf(position, size);
  }

  private void growEntries(long needed) {
    int size = grown(entries, needed);
    value = Arrays.copyOf(value, size);
    if (wideIndex == null) {
      index = Arrays.copyOf(index, size);
    } else {
      wideIndex = Arrays.copyOf(wideIndex, size);
      index = new int[size]; // as long as value, for the block's next use
    }
  }

  private static int grown(int size, long needed) {
    if (needed > MAX_ENTRIES) {
      throw new IllegalStateException("a block holds at most " + MAX_ENTRIES + " rows or entries");
    }
    return (int) Math.min(MAX_ENTRIES, Math.max(needed, size + (long) (size >> 1)));
  }

  /** Removes the last row. */
  public void dropRow() {
    rows--;
    entries = offset[rows];
    if (labelSets != null) {
      labelSets.dropRow();
    }
    firstWeighted = firstWeighted < rows ? firstWeighted : NONE;
    firstGrouped = firstGrouped < rows ? firstGrouped : NONE;
    firstFielded = firstFielded < entries ? firstFielded : NONE;
  }

  /** Gives a row a weight. */
  public void setWeight(int row, float rowWeight) {
    weight[row] = rowWeight;
    firstWeighted = Math.min(firstWeighted, row);
  }

  /** Gives a row a query id, unsigned. */
  public void setQid(int row, long rowQid) {
    qid[row] = rowQid;
    firstGrouped = Math.min(firstGrouped, row);
  }

  /** Removes the weights of all rows: they are 1 again. */
  @InterfaceAudience.Private
  public void clearWeights() {
    Arrays.fill(weight, 0, rows, 1);
    firstWeighted = NONE;
  }

  /** Removes the query ids of all rows: they are 0 again. */
  @InterfaceAudience.Private
  public void clearQids() {
    Arrays.fill(qid, 0, rows, 0);
    firstGrouped = NONE;
  }

  /** Returns the bytes of memory that the arrays take. */
  public long memory() {
    long ints = (long) offset.length + label.length + weight.length + index.length + field.length;
    long longs =
        (long) qid.length
            + (wideIndex == null ? 0 : wideIndex.length)
            + (exactLabel == null ? 0 : exactLabel.length);
    long sets = labelSets == null ? 0 : labelSets.memory();
    return 4 * (ints + value.length) + 8 * longs + sets;
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
   * Returns where the rows are in their file: the offset of the first byte of a row's line, or of
   * its record; {@link #NO_POSITION} where that is not known.
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
