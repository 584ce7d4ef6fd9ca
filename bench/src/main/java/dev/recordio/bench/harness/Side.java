// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.util.Arrays;

/**
 * The cost of one side of a comparison, round by round.
 *
 * @param wall nanoseconds by the clock
 * @param cpu nanoseconds on a processor
 * @param peak the most memory of any round, in bytes
 * @param memory which memory
 */
public record Side(Spread wall, Spread cpu, long peak, Cost.Memory memory) {
  static Side of(Cost[] costs) {
    return new Side(
        Spread.of(Arrays.stream(costs).mapToDouble(Cost::wall).toArray()),
        Spread.of(Arrays.stream(costs).mapToDouble(Cost::cpu).toArray()),
        Arrays.stream(costs).mapToLong(Cost::peak).max().orElse(0),
        costs[0].memory());
  }
}
