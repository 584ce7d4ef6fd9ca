// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.io.SparseRow;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** A sparse row with its own arrays. A plain class: Spark's Kryo does not support Java records. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class LabeledRow implements Serializable {
  private static final long serialVersionUID = 1;

  private final float label;
  private final Float weight;
  private final Long qid;
  private final long[] indices;
  private final float[] values;
  private final int[] fields;

  private LabeledRow(SparseRow row) {
    label = row.label();
    weight = row.hasWeight() ? (Float) row.weight() : null;
    qid = row.hasQid() ? (Long) row.qid() : null;
    indices = Arrays.copyOf(row.indices(), row.size());
    values = Arrays.copyOf(row.values(), row.size());
    fields = row.hasFields() ? Arrays.copyOf(row.fields(), row.size()) : null;
  }

  /** Copies a row. */
  public static LabeledRow of(SparseRow row) {
    return new LabeledRow(row);
  }

  /** Returns the label. */
  public float label() {
    return label;
  }

  /** Returns the weight; null when there is none. */
  public Float weight() {
    return weight;
  }

  /** Returns the query id, unsigned; null when there is none. */
  public Long qid() {
    return qid;
  }

  /** Returns the columns of the entries, from 0, unsigned. */
  public long[] indices() {
    return indices;
  }

  /** Returns the values of the entries. */
  public float[] values() {
    return values;
  }

  /** Returns the fields of the entries in LibFM, unsigned; null for other formats. */
  public int[] fields() {
    return fields;
  }
}
