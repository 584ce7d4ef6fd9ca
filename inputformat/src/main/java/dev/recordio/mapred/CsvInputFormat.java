// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Reads CSV text, one row per value, as {@link dev.recordio.mapreduce.CsvInputFormat} does. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class CsvInputFormat extends SparseRowInputFormat {
  /** Creates the format. */
  public CsvInputFormat() {
    super(new dev.recordio.mapreduce.CsvInputFormat());
  }
}
