// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A comparison to be made.
 *
 * @param suite the suite it belongs to
 * @param name the operation
 * @param recordSize bytes of each payload; 0 if there is no common size
 * @param bytes payload bytes of one run, for the rates; 0 if bytes are meaningless
 * @param records how many items one run processes, for the cost per item; 0 for no such cost
 * @param ours the library's way
 * @param peer the other way
 * @param facts names and values to print with the figures, evaluated after the last round
 */
public record Trial(
    String suite,
    String name,
    int recordSize,
    long bytes,
    long records,
    Subject ours,
    Subject peer,
    Supplier<Map<String, Object>> facts) {
  /** An A/A check whose median is further from 1 than this factor voids the comparison. */
  public static final double TOLERANCE = 1.1;

  /** A comparison without additional facts. */
  public Trial(
      String suite,
      String name,
      int recordSize,
      long bytes,
      long records,
      Subject ours,
      Subject peer) {
    this(suite, name, recordSize, bytes, records, ours, peer, Map::of);
  }

  /**
   * Checks the machine with the peer against itself, then makes the comparison.
   *
   * @param warmUps how many rounds come before and are ignored, at most as many as {@code rounds}
   */
  public Outcome run(int warmUps, int rounds) throws IOException {
    double load = Machine.loadAverage();
    Paired check = Paired.run(peer, peer, Math.min(1, warmUps), Math.max(1, rounds / 2));
    Paired paired = Paired.run(ours, peer, Math.min(warmUps, rounds), rounds);
    return new Outcome(this, rounds, load, check, paired, facts.get());
  }
}
