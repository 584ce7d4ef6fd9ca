// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A text format of sparse rows, one per line. Formats are found by {@link java.util.ServiceLoader}:
 * a jar with a class that implements this, named in {@code
 * META-INF/services/dev.recordio.sparse.text.TextFormat}, adds its own.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public interface TextFormat {
  /** Returns the name, in lower case, as {@code --format} and {@code ?format=} write it. */
  String name();

  /** Returns what a line looks like, in a few words. */
  String description();

  /** Returns the names of the arguments that {@link #parser} understands. */
  Set<String> arguments();

  /**
   * Creates a parser.
   *
   * @throws IllegalArgumentException when an argument has an invalid value; the message says which
   */
  LineParser parser(TextOptions options);
}
