// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Reads CSV text, one row per value; {@code libsvm.arguments} specifies label and weight columns.
 * Its grammar is in docs/rows.md.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class CsvInputFormat extends SparseRowInputFormat {
  @Override
  protected String format() {
    return "csv";
  }
}
