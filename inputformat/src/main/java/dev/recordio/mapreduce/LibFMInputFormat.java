// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Reads LibFM text, {@code label[:weight] field:index[:value] ...}, one row per value. Its grammar
 * is in docs/rows.md.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class LibFMInputFormat extends SparseRowInputFormat {
  @Override
  protected String format() {
    return "libfm";
  }
}
