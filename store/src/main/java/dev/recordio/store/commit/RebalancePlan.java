// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.Ledger;
import dev.recordio.store.manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.read.LedgerReader;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which parts a rebalance has. Rewritten are, in the order of ids, the live records of chunks that
 * are less than half full, if a group has two or more of them, and of those of whose bytes less
 * than a part is live.
 *
 * @param base the generation that it was made for
 * @param renumber whether deleted records are left out
 * @param tasks its parts; none if there is nothing to do
 */
public record RebalancePlan(Manifest base, boolean renumber, List<RebalanceTask> tasks) {
  /** Plans a rebalance. Reads tables' descriptions, ledgers and deltas; no records, and no rows. */
  public static RebalancePlan make(StoreTables tables, Manifest base, RebalanceOptions options)
      throws IOException {
    boolean renumber = options.renumber() && base.deleted() > 0;
    var tasks = new ArrayList<RebalanceTask>();
    try (var reader = new TableReader(tables)) {
      Ledger sum = LedgerReader.sum(reader, base.ledgers());
      for (GroupEntry group : base.groups()) {
        var plan = new GroupPlan(tables, base, group.number(), sum, reader);
        tasks.addAll(plan.tasks(options, renumber));
      }
    }
    return new RebalancePlan(base, renumber, tasks);
  }

  /** Returns the number of rows, one a group and record, that are rewritten; without deltas. */
  public long rows() {
    return tasks.stream()
        .filter(task -> !task.deltas())
        .mapToLong(task -> IdRanges.count(task.ranges()))
        .sum();
  }

  /** Whether there is nothing to do: nothing is committed then. */
  public boolean isEmpty() {
    return tasks.isEmpty() && !renumber;
  }
}
