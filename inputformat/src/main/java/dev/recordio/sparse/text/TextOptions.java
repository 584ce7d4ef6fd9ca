// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.sparse.ParseMode;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * The options from which a {@link TextFormat} makes a parser.
 *
 * @param mode what happens to text outside of the grammar
 * @param base the first index, and field, as the text writes it: 0 or 1. It is subtracted. The
 *     caller decides, since it knows the whole input; formats without indices ignore it
 * @param maxIndex the largest index allowed, after subtraction, as an unsigned number; -1 for 2^64
 *     - 1. {@link ParseMode#DMLC} has no limit and keeps 32 bits
 * @param arguments further arguments of the format, by the names that dmlc-core's URIs use, such as
 *     {@code label_column}
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record TextOptions(ParseMode mode, int base, long maxIndex, Map<String, String> arguments) {
  /** Checks the base, and keeps a copy of the arguments. */
  public TextOptions {
    if (base != 0 && base != 1) {
      throw new IllegalArgumentException("index base is 0 or 1, not " + base);
    }
    arguments = Map.copyOf(arguments);
  }

  /** Reads without arguments. */
  public TextOptions(ParseMode mode, int base, long maxIndex) {
    this(mode, base, maxIndex, Map.of());
  }

  /** Reads without arguments, and all indices that 64 bits hold. */
  public TextOptions(ParseMode mode, int base) {
    this(mode, base, -1);
  }
}
