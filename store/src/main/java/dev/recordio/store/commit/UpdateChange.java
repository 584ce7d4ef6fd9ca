// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.IdRanges;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.Builder;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * New values of records that are there. They become a delta of their field; values of consecutive
 * records that had no rows of the field, as after it was added, become rows.
 */
public final class UpdateChange extends RecordChange {
  private final List<FieldUpdate> updates;

  /**
   * Creates the change.
   *
   * @param files the files that were written for it
   * @param updates the new values, finished
   * @param ids all ids that have any, ascending, each once
   */
  public UpdateChange(
      StoreTables tables, StoreWriting files, List<FieldUpdate> updates, long[] ids) {
    super(tables, files, ids);
    this.updates = updates;
  }

  @Override
  void apply(Builder next, Manifest head) throws IOException {
    var deltas = new ArrayList<DeltaRef>();
    IdRanges ranges = IdRanges.NONE;
    for (FieldUpdate update : updates) {
      if (update.ids().length == 0) {
        continue;
      }
      if (becomesRows(next, update)) {
        RowsRef ref = update.writeRows(attempt());
        next.addRows(update.field().group(), ref);
        ranges = ranges.union(ref.ids());
      } else {
        DeltaRef delta = update.writeDelta(attempt(), next.length);
        next.addDelta(update.field().number(), delta);
        deltas.add(delta);
      }
    }
    next.operation = new Operation(Operation.UPDATE, ids().length, deltas, ranges);
  }

  private static boolean becomesRows(Builder next, FieldUpdate update) {
    FieldEntry field = update.field();
    long from = update.ids()[0];
    long to = update.ids()[update.ids().length - 1] + 1;
    return update.isRange()
        && next.fields.stream()
            .filter(entry -> entry.group() == field.group())
            .allMatch(entry -> entry.number() == field.number() && entry.deltas().isEmpty())
        && next.rows(field.group()).stream().allMatch(rows -> rows.slice(from, to) == null);
  }
}
