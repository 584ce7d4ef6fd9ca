// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Reads CSV text, a row a value; {@code libsvm.arguments} tells label and weight columns. Its
 * grammar stands in docs/libsvm.md.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class CsvInputFormat extends SparseRowInputFormat {
  @Override
  protected String format() {
    return "csv";
  }
}
