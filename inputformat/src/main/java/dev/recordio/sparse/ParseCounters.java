// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** How often each {@link ParseRule} was broken. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ParseCounters {
  private final long[] counts = new long[ParseRule.values().length];

  /** Adds 1 to the count of a rule. */
  public void increment(ParseRule rule) {
    counts[rule.ordinal()]++;
  }

  /** Adds {@code more} to the count of a rule. */
  public void add(ParseRule rule, long more) {
    counts[rule.ordinal()] += more;
  }

  /** Returns how often a rule was broken. */
  public long get(ParseRule rule) {
    return counts[rule.ordinal()];
  }

  /** Adds the counts of other text. */
  public void add(ParseCounters other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }

  /** Sets all counts to 0. */
  public void clear() {
    Arrays.fill(counts, 0);
  }

  /** Returns the counts other than 0, {@code bad-label=2, bad-value=1}. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    for (ParseRule rule : ParseRule.values()) {
      if (get(rule) != 0) {
        out.append(out.length() == 0 ? "" : ", ")
            .append(rule.title())
            .append('=')
            .append(get(rule));
      }
    }
    return out.toString();
  }
}
