// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Lines of numbers with blanks or commas between, as in {@code .weight}, {@code .group} and {@code
 * .base_margin} files: the first number of a line is the row's label, number i + 2 its value of
 * column i. Blank lines, and lines with a comment only, give no row.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class NumbersFormat implements TextFormat {
  /** The format's name. */
  public static final String NAME = "numbers";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "number [number] ...";
  }

  @Override
  public Set<String> arguments() {
    return Set.of();
  }

  @Override
  public LineParser parser(TextOptions options) {
    return new NumbersParser(options.mode());
  }
}
