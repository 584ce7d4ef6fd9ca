// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.mapreduce.SparseRow;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A sparse row, with arrays of its own.
 *
 * @param label the label
 * @param weight the weight; null when there is none
 * @param qid the query id, unsigned; null when there is none
 * @param indices the columns of the entries, from 0, unsigned
 * @param values the values of the entries
 * @param fields the fields of the entries, unsigned, as LibFM's have them; null where there are
 *     none
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record LabeledRow(
    float label, Float weight, Long qid, long[] indices, float[] values, int[] fields)
    implements Serializable {

  /** Copies a row. */
  public static LabeledRow of(SparseRow row) {
    return new LabeledRow(
        row.label(),
        row.hasWeight() ? (Float) row.weight() : null,
        row.hasQid() ? (Long) row.qid() : null,
        Arrays.copyOf(row.indices(), row.size()),
        Arrays.copyOf(row.values(), row.size()),
        row.hasFields() ? Arrays.copyOf(row.fields(), row.size()) : null);
  }
}
