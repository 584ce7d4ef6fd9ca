// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Reads LibSVM text, {@code label[:weight] [qid:id] index[:value] ...}, one row per value. Its
 * grammar is in docs/rows.md.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class LibSVMInputFormat extends SparseRowInputFormat {
  @Override
  protected String format() {
    return "libsvm";
  }
}
