// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;

/**
 * The result of a comparison.
 *
 * @param trial what was compared
 * @param rounds how often
 * @param load the machine's load average at the start
 * @param check the peer against itself, just before
 * @param paired the figures
 * @param facts additional names and values
 */
public record Outcome(
    Trial trial, int rounds, double load, Paired check, Paired paired, Map<String, Object> facts) {
  /**
   * Returns why the wall-clock figures prove nothing, or an empty text: the peer was not as fast as
   * itself, or more programs were runnable than the machine has processors.
   */
  public String voidWall() {
    return reason(check.wall(), load > Machine.CORES);
  }

  /** Returns why the processor-time figures prove nothing, or an empty text. */
  public String voidCpu() {
    return reason(check.cpu(), false);
  }

  private String reason(Spread itself, boolean overloaded) {
    var reasons = new ArrayList<String>();
    if (itself.isKnown() && !itself.isAboutOne(Trial.TOLERANCE)) {
      reasons.add(String.format(Locale.ROOT, "A/A %.2f", itself.median()));
    }
    if (overloaded) {
      reasons.add(String.format(Locale.ROOT, "load %.1f", load));
    }
    return String.join(", ", reasons);
  }
}
