// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.Ledger;
import dev.recordio.store.manifest.DeltaRef;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.GroupEntry;
import dev.recordio.store.manifest.ManifestBuilder;
import dev.recordio.store.manifest.RowsRef;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the tables of a store few: each commit merges those of earlier ones. What it writes itself
 * stays by itself, so that other writers can see what it changed.
 */
final class TableMerge {
  /** Deltas of a field, or of deletions, beyond which all of them become one. */
  private static final int MAX_DELTAS = 16;

  /** How many times as many records a row table has as those after it, at least. */
  private static final int RATIO = 8;

  private TableMerge() {}

  /**
   * Merges tables.
   *
   * @param ledger receives what was copied, and from where
   */
  static void merge(
      ManifestBuilder next,
      StoreWriting files,
      StoreTables tables,
      TableReader reader,
      Ledger ledger)
      throws IOException {
    for (GroupEntry group : List.copyOf(next.groups)) {
      mergeTail(next, group, new RowsMerge(next, group, files, tables, ledger));
    }
    for (FieldEntry field : List.copyOf(next.fields)) {
      if (field.deltas().size() > MAX_DELTAS) {
        DeltaRef merged = DeltaMerge.places(files, tables, reader, field.deltas(), next.length);
        next.setDeltas(field.number(), merged == null ? List.of() : List.of(merged));
      }
    }
    if (next.deletions.size() > MAX_DELTAS) {
      DeltaRef merged = DeltaMerge.deletions(files, reader, next.deletions, next.length);
      next.deletions.clear();
      if (merged != null) {
        next.deletions.add(merged);
      }
    }
  }

  /** Merges as many of the last row tables as are to be, and are small enough. */
  private static void mergeTail(ManifestBuilder next, GroupEntry group, RowsMerge merge)
      throws IOException {
    List<RowsRef> rows = group.rows();
    for (int first = firstOfTail(rows); first < rows.size() - 1; first++) {
      RowsRef merged = merge.merge(rows.subList(first, rows.size()));
      if (merged != null) {
        var fewer = new ArrayList<>(rows.subList(0, first));
        fewer.add(merged);
        next.setRows(group.number(), fewer);
        return;
      }
    }
  }

  /**
   * Returns which row tables are merged: those from here on. The last ones, as long as the one
   * before them has at most {@link #RATIO} times their records: so there are as many as the
   * logarithm, to this base, of the number of records; and a record is copied some {@link #RATIO}
   * times for each.
   */
  static int firstOfTail(List<RowsRef> rows) {
    int first = rows.size() - 1;
    long records = first < 0 ? 0 : rows.get(first).count();
    while (first > 0 && rows.get(first - 1).count() <= RATIO * records) {
      first--;
      records += rows.get(first).count();
    }
    return Math.max(0, first);
  }
}
