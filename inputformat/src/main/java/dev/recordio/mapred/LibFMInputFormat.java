// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Reads LibFM text, one row per value, as {@link dev.recordio.mapreduce.LibFMInputFormat} does. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class LibFMInputFormat extends SparseRowInputFormat {
  /** Creates the format. */
  public LibFMInputFormat() {
    super(new dev.recordio.mapreduce.LibFMInputFormat());
  }
}
