// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.commit.RebalancePlan.RebalanceTask;
import dev.recordio.store.manifest.IdRanges;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.Builder;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.read.DeltaScan;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.write.DeltaWriter;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Live values that were copied into new chunks, in the order of ids. What other writers update,
 * delete or append meanwhile stays as they made it: their deltas come after the new rows. Against
 * another rebalance, a swap, or changed fields it is a conflict; if ids close up, also against
 * updates and deletes.
 */
public final class RebalanceChange extends Change {
  private final RebalancePlan plan;
  private final Map<Integer, RewrittenGroup> groups = new TreeMap<>();
  private final long records;

  /**
   * Creates the change.
   *
   * @param results what each task of the plan wrote, in that order
   * @param commit the id of the commit
   */
  public RebalanceChange(
      StoreTables tables,
      StoreWriting files,
      RebalancePlan plan,
      List<WrittenTables> results,
      String commit) {
    super(tables, files, commit);
    this.plan = plan;
    long rows = 0;
    for (int i = 0; i < results.size(); i++) {
      RebalanceTask task = plan.tasks().get(i);
      groups
          .computeIfAbsent(task.group(), number -> new RewrittenGroup(plan.base(), number))
          .add(task, results.get(i));
      rows += results.get(i).records();
    }
    records = rows;
  }

  @Override
  void check(Manifest other) throws IOException {
    Operation operation = other.operation();
    boolean added =
        operation.name().equals(Operation.APPEND) || operation.name().equals(Operation.IMPORT);
    boolean changed =
        operation.name().equals(Operation.UPDATE) || operation.name().equals(Operation.DELETE);
    if (!added && !changed) {
      throw new StoreConflictException(
          switch (operation.name()) {
            case Operation.ALTER -> "the fields changed";
            case Operation.SWAP -> "records took the place of others";
            default -> "another rebalance was committed";
          },
          other.generation());
    }
    if (changed && plan.renumber()) {
      throw new StoreConflictException("records changed", other.generation());
    }
  }

  @Override
  void apply(Builder next, Manifest head) throws IOException {
    for (GroupEntry group : head.groups()) {
      RewrittenGroup rewritten = groups.get(group.number());
      if (plan.renumber()) {
        next.setRows(group.number(), renumbered(group, rewritten));
      } else if (rewritten != null) {
        next.setRows(group.number(), rewritten.rows(group.rows(), newRows(group)));
      }
    }
    for (FieldEntry field : head.fields()) {
      RewrittenGroup rewritten = groups.get(field.group());
      if (rewritten != null && rewritten.replacesDeltas()) {
        int known = plan.base().field(field.field().name()).deltas().size();
        var deltas = new ArrayList<>(field.deltas().subList(known, field.deltas().size()));
        if (rewritten.delta(field.number()) != null) {
          deltas.add(0, rewritten.delta(field.number()));
        }
        next.setDeltas(field.number(), deltas);
      }
    }
    String name = Operation.REBALANCE;
    if (plan.renumber()) {
      name = Operation.RENUMBER;
      next.deletions.clear();
      next.deleted = 0;
      next.length -= plan.base().deleted();
    } else if (next.deletions.size() > 1) {
      mergeDeletions(next);
    }
    next.operation = new Operation(name, records);
  }

  private void mergeDeletions(Builder next) throws IOException {
    try (var reader = new TableReader(tables());
        var table = DeltaWriter.ofDeletions(attempt())) {
      var deleted = new DeltaScan(reader, next.deletions);
      while (deleted.next()) {
        table.add(deleted.id());
      }
      DeltaRef merged = table.finish(next.length);
      next.deletions.clear();
      if (merged != null) {
        next.deletions.add(merged);
      }
    }
  }

  /** Returns the ids that got rows in a group after the plan was made. */
  private IdRanges newRows(GroupEntry group) {
    Set<String> known =
        plan.base().group(group.number()).rows().stream()
            .map(RowsRef::file)
            .collect(Collectors.toSet());
    return group.rows().stream()
        .filter(ref -> !known.contains(ref.file()))
        .map(RowsRef::ids)
        .reduce(IdRanges.NONE, IdRanges::union);
  }

  /** The records that were rewritten, and, after them, those appended meanwhile. */
  private List<RowsRef> renumbered(GroupEntry group, RewrittenGroup rewritten) {
    List<RowsRef> rows = rewritten == null ? new ArrayList<>() : rewritten.closedUp();
    long shift = plan.base().deleted();
    for (RowsRef ref : group.rows()) {
      RowsRef added = ref.slice(plan.base().length(), Long.MAX_VALUE);
      if (added != null) {
        rows.add(added.at(added.firstId() - shift));
      }
    }
    return rows;
  }

  /** The tables that tasks wrote for one group. */
  private static final class RewrittenGroup {
    private final Manifest base;
    private IdRanges ids = IdRanges.NONE;
    private final List<RowsRef> rows = new ArrayList<>(); // by the base's ids
    private final List<RowsRef> tables = new ArrayList<>();
    private final Map<Integer, DeltaRef> deltas = new TreeMap<>();
    private boolean rewroteDeltas;

    private RewrittenGroup(Manifest base, int number) {
      this.base = base;
    }

    private void add(RebalanceTask task, WrittenTables result) {
      if (task.deltas()) {
        rewroteDeltas = true;
        deltas.putAll(result.deltas());
        return;
      }
      RowsRef table = result.rows().get(task.group());
      long skip = 0;
      ids = ids.union(task.ids());
      for (IdRanges.Range range : task.ids().ranges()) {
        long count = range.to() - range.from();
        if (!task.closeUp()) {
          rows.add(new RowsRef(table.file(), table.bytes(), range.from(), skip, count));
          skip += count;
        }
      }
      if (table != null) {
        tables.add(table);
      }
    }

    /** Whether the base's deltas are not needed any more. */
    private boolean replacesDeltas() {
      return rewroteDeltas || ids.count() == base.length();
    }

    private DeltaRef delta(int field) {
      return deltas.get(field);
    }

    private List<RowsRef> closedUp() {
      var all = new ArrayList<RowsRef>();
      long first = 0;
      for (RowsRef table : tables) {
        all.add(table.at(first));
        first += table.count();
      }
      return all;
    }

    /**
     * Returns the rows of the group.
     *
     * @param current what they are now
     * @param theirs ids that got rows from others meanwhile
     */
    private List<RowsRef> rows(List<RowsRef> current, IdRanges theirs) {
      IdRanges ours = ids.without(theirs);
      var all = new ArrayList<RowsRef>();
      for (RowsRef ref : rows) {
        for (IdRanges.Range range : ours.within(ref.firstId(), ref.endId()).ranges()) {
          all.add(ref.slice(range.from(), range.to()));
        }
      }
      for (RowsRef ref : current) {
        for (IdRanges.Range range : ref.ids().without(ours).ranges()) {
          all.add(ref.slice(range.from(), range.to()));
        }
      }
      all.sort(Comparator.comparingLong(RowsRef::firstId));
      return joined(all);
    }

    /** Consecutive parts of one table become one. */
    private static List<RowsRef> joined(List<RowsRef> parts) {
      var all = new ArrayList<RowsRef>();
      for (RowsRef ref : parts) {
        RowsRef last = all.isEmpty() ? null : all.get(all.size() - 1);
        if (last != null
            && last.file().equals(ref.file())
            && last.endId() == ref.firstId()
            && last.skip() + last.count() == ref.skip()) {
          all.set(
              all.size() - 1,
              new RowsRef(
                  last.file(),
                  last.bytes(),
                  last.firstId(),
                  last.skip(),
                  last.count() + ref.count()));
        } else {
          all.add(ref);
        }
      }
      return all;
    }
  }
}
