// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A comparison to be made.
 *
 * @param suite the suite it belongs to
 * @param name what is done
 * @param recordSize bytes of each payload
 * @param bytes payload bytes of one run, for the rates
 * @param ours the library's way
 * @param peer the other way
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public record Trial(
    String suite, String name, int recordSize, long bytes, Subject ours, Subject peer) {
  /** An A/A check whose median is further from 1 than this factor voids the comparison. */
  static final double TOLERANCE = 1.1;

  private static final int WARM_UPS = 3;

  /** Checks the machine with the peer against itself, then makes the comparison. */
  public Outcome run(int rounds) throws IOException {
    double load = Machine.loadAverage();
    Paired check = Paired.run(peer, peer, 1, Math.max(1, rounds / 2));
    Paired paired = Paired.run(ours, peer, WARM_UPS, rounds);
    return new Outcome(this, rounds, load, check, paired);
  }
}
