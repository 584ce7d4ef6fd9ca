// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * How LibSVM or LibFM text is read.
 *
 * @param mode what happens to text outside of the grammar
 * @param base the first index, and field, as the text writes it: 0 or 1. It is subtracted. Text
 *     alone cannot tell it, so whoever knows the whole input decides
 * @param maxIndex the largest index allowed, after subtraction, as an unsigned number; -1 for 2^64
 *     - 1. {@link ParseMode#DMLC} has no limit and keeps 32 bits
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public record ParseOptions(ParseMode mode, int base, long maxIndex) {
  /** Checks the base. */
  public ParseOptions {
    if (base != 0 && base != 1) {
      throw new IllegalArgumentException("index base is 0 or 1, not " + base);
    }
  }

  /** Reads with a mode and a base, and all indices that 64 bits hold. */
  public ParseOptions(ParseMode mode, int base) {
    this(mode, base, -1);
  }
}
