// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.io.IOException;

/**
 * Two subjects run in turn, A B A B: disturbances of the machine affect both, and each round's
 * ratio is of two adjacent runs.
 *
 * @param wall how many times as fast as the peer ours is by wall-clock time: above 1, ours is
 *     faster
 * @param cpu the same by processor time; {@link Spread#UNKNOWN} when a side does not report its own
 * @param ours the cost of ours
 * @param peer the cost of the peer
 */
public record Paired(Spread wall, Spread cpu, Side ours, Side peer) {
  /** Runs the two in turn: {@code warmUps} rounds that are ignored, then {@code rounds}. */
  public static Paired run(Subject ours, Subject peer, int warmUps, int rounds) throws IOException {
    for (int round = 0; round < warmUps; round++) {
      ours.time();
      peer.time();
    }
    var wall = new double[rounds];
    var cpu = new double[rounds];
    var oursCosts = new Cost[rounds];
    var peerCosts = new Cost[rounds];
    for (int round = 0; round < rounds; round++) {
      // The order alternates, so that neither side always runs after the other.
      boolean oursFirst = round % 2 == 0;
      Cost first = (oursFirst ? ours : peer).time();
      Cost second = (oursFirst ? peer : ours).time();
      Cost a = oursCosts[round] = oursFirst ? first : second;
      Cost b = peerCosts[round] = oursFirst ? second : first;
      wall[round] = (double) b.wall() / a.wall();
      cpu[round] = a.cpu() == 0 || b.cpu() == 0 ? Double.NaN : (double) b.cpu() / a.cpu();
    }
    return new Paired(Spread.of(wall), Spread.of(cpu), Side.of(oursCosts), Side.of(peerCosts));
  }
}
