// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.input;

import java.util.ArrayList;
import java.util.List;

/**
 * Divides shards, in order, among workers, so that each gets at least one and about as many entries
 * as the others.
 */
final class ShardDivision {
  private ShardDivision() {}

  /**
   * Divides shards.
   *
   * @param shards at least as many as workers
   */
  static List<WorkerInput> divide(List<WorkerInput.Shard> shards, int workers) {
    var inputs = new ArrayList<WorkerInput>();
    long left = shards.stream().mapToLong(ShardDivision::cost).sum();
    int begin = 0;
    for (int workersLeft = workers; workersLeft > 0; workersLeft--) {
      long share = left / workersLeft;
      long taken = cost(shards.get(begin));
      int end = begin + 1;
      while (shards.size() - end >= workersLeft
          && (workersLeft == 1 || taken + cost(shards.get(end)) / 2 <= share)) {
        taken += cost(shards.get(end++));
      }
      inputs.add(new WorkerInput(List.of(), of(shards, begin, end)));
      left -= taken;
      begin = end;
    }
    return inputs;
  }

  /** If rows have query ids, the neighbours are there too, for groups that go on there. */
  private static WorkerInput.Shards of(List<WorkerInput.Shard> shards, int begin, int end) {
    boolean groups = shards.get(begin).hasQid();
    return new WorkerInput.Shards(
        List.copyOf(shards.subList(begin, end)),
        groups ? List.copyOf(shards.subList(0, begin)) : List.of(),
        groups ? List.copyOf(shards.subList(end, shards.size())) : List.of());
  }

  private static long cost(WorkerInput.Shard shard) {
    return shard.rows() + shard.entries();
  }
}
