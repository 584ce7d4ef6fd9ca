// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Two subjects run in turn, A B A B: what disturbs the machine disturbs both, and each round's
 * ratio is of two runs that stand next to each other.
 *
 * @param wall how many times as fast as the peer ours is by the clock: above 1, ours is faster
 * @param cpu the same by processor time
 * @param oursWall nanoseconds that ours took by the clock
 * @param peerWall nanoseconds that the peer took by the clock
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public record Paired(Spread wall, Spread cpu, Spread oursWall, Spread peerWall) {
  /** Runs the two in turn: {@code warmUps} rounds that are not looked at, and {@code rounds}. */
  public static Paired run(Subject ours, Subject peer, int warmUps, int rounds) throws IOException {
    for (int round = 0; round < warmUps; round++) {
      ours.time();
      peer.time();
    }
    var wall = new double[rounds];
    var cpu = new double[rounds];
    var oursWall = new double[rounds];
    var peerWall = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      // Who goes first changes, so that neither always finds what the other has left behind.
      boolean oursFirst = round % 2 == 0;
      Duration first = (oursFirst ? ours : peer).time();
      Duration second = (oursFirst ? peer : ours).time();
      Duration a = oursFirst ? first : second;
      Duration b = oursFirst ? second : first;
      wall[round] = (double) b.wall() / a.wall();
      cpu[round] = (double) b.cpu() / a.cpu();
      oursWall[round] = a.wall();
      peerWall[round] = b.wall();
    }
    return new Paired(Spread.of(wall), Spread.of(cpu), Spread.of(oursWall), Spread.of(peerWall));
  }
}
