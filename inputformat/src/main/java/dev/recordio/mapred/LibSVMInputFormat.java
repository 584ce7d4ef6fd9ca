// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Reads LibSVM text, one row per value, as {@link dev.recordio.mapreduce.LibSVMInputFormat} does.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class LibSVMInputFormat extends SparseRowInputFormat {
  /** Creates the format. */
  public LibSVMInputFormat() {
    super(new dev.recordio.mapreduce.LibSVMInputFormat());
  }
}
