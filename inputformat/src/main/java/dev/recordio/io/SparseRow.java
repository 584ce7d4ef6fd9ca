// SPDX-License-Identifier: Apache-2.0
package dev.recordio.io;

import dev.recordio.sparse.CsrBlock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.WritableComparable;

/**
 * A sparse row: a label, perhaps a weight and a query id, and entries of index, value and perhaps
 * field. The arrays are longer than what is in them, and used again: copy what you keep.
 *
 * <p>Rows are ordered by query id (unsigned), label, weight, whether there are fields, then entry
 * by entry: index (unsigned), field (unsigned), value. A row in which one of these is missing comes
 * first. Floats are ordered by {@link Float#compare}.
 *
 * <p>Written, big-endian: a byte of flags (1 weight, 2 query id, 4 fields, 8 wide indices), the
 * number of entries (4 bytes), the label (4), the weight (4, if any), the query id (8, if any), the
 * indices (4 each, 8 when wide), the fields (4 each, if any), the values (4 each). Indices are wide
 * when one of them is 2^32 or more.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class SparseRow implements WritableComparable<SparseRow> {
  private static final int WEIGHT = 1;
  private static final int QID = 2;
  private static final int FIELDS = 4;
  private static final int WIDE = 8;
  private static final int MAX_ENTRIES = Integer.MAX_VALUE / 16 - 8;

  private float label;
  private double exactLabel; // not written
  private float weight = 1;
  private long qid;
  private boolean hasWeight;
  private boolean hasQid;
  private boolean hasFields;
  private int size;
  private long[] indices = new long[16];
  private float[] values = new float[16];
  private int[] fields = {};
  private byte[] written = {};

  /** Makes this a row of no entries, without weight and query id. */
  public void clear(float rowLabel) {
    label = rowLabel;
    exactLabel = rowLabel;
    weight = 1;
    qid = 0;
    hasWeight = false;
    hasQid = false;
    hasFields = false;
    size = 0;
  }

  /** Makes this row {@code row} of a block. It has what the block has: weight, query id, fields. */
  public void set(CsrBlock block, int row) {
    clear(block.labels()[row]);
    exactLabel = block.exactLabel(row);
    if (block.hasWeight()) {
      setWeight(block.weights()[row]);
    }
    if (block.hasQid()) {
      setQid(block.qids()[row]);
    }
    int from = block.offset(row);
    size = block.offset(row + 1) - from;
    reserve(size);
    if (block.isWide()) {
      System.arraycopy(block.wideIndices(), from, indices, 0, size);
    } else {
      int[] narrow = block.indices();
      for (int i = 0; i < size; i++) {
        indices[i] = narrow[from + i];
      }
    }
    System.arraycopy(block.values(), from, values, 0, size);
    if (block.hasField()) {
      beginFields();
      System.arraycopy(block.fields(), from, fields, 0, size);
    }
  }

  /** Makes this a copy of another row. */
  public void set(SparseRow other) {
    clear(other.label);
    exactLabel = other.exactLabel;
    weight = other.weight;
    qid = other.qid;
    hasWeight = other.hasWeight;
    hasQid = other.hasQid;
    size = other.size;
    reserve(size);
    System.arraycopy(other.indices, 0, indices, 0, size);
    System.arraycopy(other.values, 0, values, 0, size);
    if (other.hasFields) {
      beginFields();
      System.arraycopy(other.fields, 0, fields, 0, size);
    }
  }

  /** Returns a copy, with its own arrays. */
  public SparseRow copy() {
    var row = new SparseRow();
    row.set(this);
    return row;
  }

  /** Adds the row to a block. */
  public void addTo(CsrBlock block) {
    block.addRow(label);
    if (block.hasExactLabels()) {
      block.setExactLabel(exactLabel);
    }
    if (hasWeight) {
      block.setWeight(weight);
    }
    if (hasQid) {
      block.setQid(qid);
    }
    for (int i = 0; i < size; i++) {
      if (hasFields) {
        block.add(fields[i], indices[i], values[i]);
      } else {
        block.add(indices[i], values[i]);
      }
    }
  }

  /** Gives the row a label as a double: {@link #label} is the nearest float. */
  public void setLabel(double rowLabel) {
    label = (float) rowLabel;
    exactLabel = rowLabel;
  }

  /** Gives the row a weight. */
  public void setWeight(float rowWeight) {
    weight = rowWeight;
    hasWeight = true;
  }

  /** Gives the row a query id, unsigned. */
  public void setQid(long rowQid) {
    qid = rowQid;
    hasQid = true;
  }

  /**
   * Adds an entry.
   *
   * @param index from 0, unsigned
   */
  public void add(long index, float value) {
    reserve(size + 1);
    indices[size] = index;
    values[size] = value;
    if (hasFields) {
      fields[size] = 0;
    }
    size++;
  }

  /** Adds an entry with a field, unsigned; entries added without one have field 0. */
  public void add(int field, long index, float value) {
    beginFields();
    add(index, value);
    fields[size - 1] = field;
  }

  private void beginFields() {
    if (fields.length < indices.length) {
      fields = Arrays.copyOf(fields, indices.length);
    }
    if (!hasFields) {
      Arrays.fill(fields, 0, size, 0);
      hasFields = true;
    }
  }

  private void reserve(int entries) {
    if (entries > MAX_ENTRIES) {
      throw new IllegalStateException("a row holds at most " + MAX_ENTRIES + " entries");
    }
    if (entries > indices.length) {
      int length = Math.min(MAX_ENTRIES, Math.max(entries, 2 * indices.length));
      indices = Arrays.copyOf(indices, length);
      values = Arrays.copyOf(values, length);
      fields = hasFields ? Arrays.copyOf(fields, length) : fields;
    }
  }

  /** Returns the label. */
  public float label() {
    return label;
  }

  /**
   * Returns the label as a double: as it was set or, for a row read from text, the double nearest
   * to the text (no float is 16777217). Once the row was written and read again, it is {@link
   * #label}.
   */
  public double exactLabel() {
    return exactLabel;
  }

  /** Returns the weight; 1 when there is none. */
  public float weight() {
    return weight;
  }

  /** Whether the row has a weight. */
  public boolean hasWeight() {
    return hasWeight;
  }

  /** Returns the query id, unsigned; 0 when there is none. */
  public long qid() {
    return qid;
  }

  /** Whether the row has a query id. */
  public boolean hasQid() {
    return hasQid;
  }

  /** Returns the number of entries. */
  public int size() {
    return size;
  }

  /** Returns the indices, unsigned; the first {@link #size} are good. */
  public long[] indices() {
    return indices;
  }

  /** Returns the values; the first {@link #size} are good. */
  public float[] values() {
    return values;
  }

  /** Returns the fields, unsigned; the first {@link #size} are good when {@link #hasFields}. */
  public int[] fields() {
    return fields;
  }

  /** Whether entries have fields, as LibFM's do. */
  public boolean hasFields() {
    return hasFields;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    int flags = flags();
    int length = 1 + 4 + 4 + rest(flags);
    length += Math.multiplyExact(size, perEntry(flags));
    written = written.length < length ? new byte[length] : written;
    ByteBuffer bytes = ByteBuffer.wrap(written);
    bytes.put((byte) flags).putInt(size).putFloat(label);
    if (hasWeight) {
      bytes.putFloat(weight);
    }
    if (hasQid) {
      bytes.putLong(qid);
    }
    for (int i = 0; i < size; i++) {
      if ((flags & WIDE) != 0) {
        bytes.putLong(indices[i]);
      } else {
        bytes.putInt((int) indices[i]);
      }
    }
    for (int i = 0; hasFields && i < size; i++) {
      bytes.putInt(fields[i]);
    }
    for (int i = 0; i < size; i++) {
      bytes.putFloat(values[i]);
    }
    out.write(written, 0, length);
  }

  private int flags() {
    boolean wide = false;
    for (int i = 0; i < size && !wide; i++) {
      wide = indices[i] >>> 32 != 0;
    }
    return (hasWeight ? WEIGHT : 0)
        | (hasQid ? QID : 0)
        | (hasFields ? FIELDS : 0)
        | (wide ? WIDE : 0);
  }

  /** The bytes of weight and query id. */
  private static int rest(int flags) {
    return ((flags & WEIGHT) != 0 ? 4 : 0) + ((flags & QID) != 0 ? 8 : 0);
  }

  private static int perEntry(int flags) {
    return ((flags & WIDE) != 0 ? 8 : 4) + ((flags & FIELDS) != 0 ? 4 : 0) + 4;
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    int flags = in.readUnsignedByte();
    int entries = in.readInt();
    if (flags > 15 || entries < 0 || entries > MAX_ENTRIES) {
      throw Stepwise.malformed(
          "not a sparse row",
          "flags up to 15 and at most " + MAX_ENTRIES + " entries",
          "flags " + flags + " and " + entries + " entries");
    }
    clear(in.readFloat());
    if ((flags & WEIGHT) != 0) {
      setWeight(in.readFloat());
    }
    if ((flags & QID) != 0) {
      setQid(in.readLong());
    }
    int length = entries * perEntry(flags);
    written = Stepwise.read(in, written, length, "sparse row");
    ByteBuffer bytes = ByteBuffer.wrap(written);
    reserve(entries);
    for (int i = 0; i < entries; i++) {
      indices[i] = (flags & WIDE) != 0 ? bytes.getLong() : Integer.toUnsignedLong(bytes.getInt());
    }
    if ((flags & FIELDS) != 0) {
      beginFields();
      bytes.asIntBuffer().get(fields, 0, entries);
      bytes.position(bytes.position() + 4 * entries);
    }
    bytes.asFloatBuffer().get(values, 0, entries);
    size = entries;
  }

  @Override
  public int compareTo(SparseRow other) {
    int order = Boolean.compare(hasQid, other.hasQid);
    order = order != 0 ? order : Long.compareUnsigned(qid, other.qid);
    order = order != 0 ? order : Float.compare(label, other.label);
    order = order != 0 ? order : Boolean.compare(hasWeight, other.hasWeight);
    order = order != 0 ? order : Float.compare(weight, other.weight);
    order = order != 0 ? order : Boolean.compare(hasFields, other.hasFields);
    for (int i = 0; order == 0 && i < Math.min(size, other.size); i++) {
      order = Long.compareUnsigned(indices[i], other.indices[i]);
      if (order == 0 && hasFields) {
        order = Integer.compareUnsigned(fields[i], other.fields[i]);
      }
      order = order != 0 ? order : Float.compare(values[i], other.values[i]);
    }
    return order != 0 ? order : Integer.compare(size, other.size);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SparseRow row && compareTo(row) == 0;
  }

  @Override
  public int hashCode() {
    int hash = Float.hashCode(label) * 31 + Float.hashCode(weight);
    hash = hash * 31 + Long.hashCode(qid);
    for (int i = 0; i < size; i++) {
      hash = hash * 31 + Long.hashCode(indices[i]);
      hash = hash * 31 + Float.hashCode(values[i]);
    }
    return hash;
  }

  /** Returns the row as LibSVM text would have it, with fields as LibFM would. */
  @Override
  public String toString() {
    var text = new StringBuilder().append(label);
    if (hasWeight) {
      text.append(':').append(weight);
    }
    if (hasQid) {
      text.append(" qid:").append(Long.toUnsignedString(qid));
    }
    for (int i = 0; i < size; i++) {
      text.append(' ');
      if (hasFields) {
        text.append(Integer.toUnsignedString(fields[i])).append(':');
      }
      text.append(Long.toUnsignedString(indices[i])).append(':').append(values[i]);
    }
    return text.toString();
  }
}
