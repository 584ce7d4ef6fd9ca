// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * What a {@link TextFormat} makes a parser from.
 *
 * @param mode what happens to text outside of the grammar
 * @param base the first index as the text writes it, 0 or 1; formats without indices ignore it
 * @param maxIndex the largest index allowed, after subtraction, as an unsigned number; -1 for no
 *     limit
 * @param arguments what else the format knows, by the names that dmlc-core's URIs use, such as
 *     {@code label_column}
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record TextOptions(ParseMode mode, int base, long maxIndex, Map<String, String> arguments) {
  /** Keeps a copy of the arguments. */
  public TextOptions {
    arguments = Map.copyOf(arguments);
  }
}
