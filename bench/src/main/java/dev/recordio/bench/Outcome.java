// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A comparison that has been made.
 *
 * @param trial what was compared
 * @param rounds how often
 * @param load the machine's load average when it began
 * @param check the peer against itself, just before
 * @param paired the figures
 * @param facts names and values beside them
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public record Outcome(
    Trial trial, int rounds, double load, Paired check, Paired paired, Map<String, Object> facts) {
  /**
   * Says why the figures by the clock prove nothing, or returns an empty text: the peer was not as
   * fast as itself, or more programs wanted to run than the machine has processors.
   */
  public String voidWall() {
    return reason(check.wall(), load > Machine.CORES);
  }

  /** Says why the figures by processor time prove nothing, or returns an empty text. */
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
