// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.Ledger;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Operation.IdRange;
import dev.recordio.store.manifest.RowsRef;
import dev.recordio.store.read.PlaceLookup;
import dev.recordio.store.read.Places;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Corrects the ledger of a rebalance for what others changed meanwhile. Its tasks noted what they
 * copied, as if nothing had changed: for ids that were touched, or whose rows were copied as tables
 * were merged, that is taken back, and the difference between the generation that it lands on and
 * the one that it makes comes instead.
 */
final class LedgerCorrection {
  private static final int BATCH = 4096;

  private final StoreTables tables;
  private final RebalancePlan plan;
  private final Collection<Integer> groups;
  private final Meanwhile meanwhile;

  private final long[] ids = new long[BATCH];
  private final boolean[] deleted = new boolean[BATCH];
  private int size;

  LedgerCorrection(
      StoreTables tables, RebalancePlan plan, Collection<Integer> groups, Meanwhile meanwhile) {
    this.tables = tables;
    this.plan = plan;
    this.groups = groups;
    this.meanwhile = meanwhile;
  }

  /**
   * Corrects the ledger.
   *
   * @param current the generation that the rebalance lands on
   * @param alone the one that it would have made of its base
   * @param next the one that it makes
   */
  void apply(Manifest current, Manifest alone, Manifest next, TableReader reader, Ledger ledger)
      throws IOException {
    Manifest base = plan.base();
    try (var lookup = new PlaceLookup(tables)) {
      for (int group : groups) {
        Batch batch =
            () -> {
              add(lookup, base, group, 1, ledger);
              add(lookup, current, group, -1, ledger);
              if (!plan.renumber()) { // then ids differ, and nothing was touched
                add(lookup, alone, group, -1, ledger);
                add(lookup, next, group, 1, ledger);
              }
              size = 0;
            };
        List<IdRange> copied = copied(current, group);
        for (IdRange range : copied) {
          for (long id = range.from(); id < range.to(); id++) {
            take(id, batch);
          }
        }
        batch.end();
        try (var touched = new DeltaMerge(reader, meanwhile.deltas())) {
          while (touched.next()) {
            long id = touched.entry().id();
            if (id < base.length() && !IdRanges.contains(copied, id)) {
              take(id, batch);
            }
          }
        }
        batch.end();
      }
    }
  }

  /** Corrects for the ids collected. */
  private interface Batch {
    void end() throws IOException;
  }

  private void take(long id, Batch batch) throws IOException {
    ids[size++] = id;
    if (size == BATCH) {
      batch.end();
    }
  }

  /** Returns the ids of the base whose rows are in tables that came after it. */
  private List<IdRange> copied(Manifest current, int group) {
    Set<String> known = Meanwhile.files(plan.base(), group);
    var ranges = new ArrayList<IdRange>();
    for (RowsRef ref : current.group(group).rows()) {
      if (!known.contains(ref.file())) {
        IdRanges.append(ranges, ref.firstId(), Math.min(ref.endId(), plan.base().length()));
      }
    }
    return ranges;
  }

  private void add(PlaceLookup lookup, Manifest manifest, int group, int sign, Ledger ledger)
      throws IOException {
    if (size == 0) {
      return;
    }
    List<FieldEntry> fields = manifest.fieldsOf(group);
    List<Places> places = fields.stream().map(field -> new Places()).toList();
    lookup.deletions(manifest, ids, size, deleted);
    lookup.find(manifest, fields, ids, size, places);
    for (Places of : places) {
      for (int i = 0; i < size; i++) {
        int word = of.word(i);
        if (!deleted[i] && !StoredWord.isAbsent(word)) {
          String chunk = tables.chunkName(of.chunk(i));
          ledger.add(chunk, group, sign * (long) StoredWord.space(word), sign);
        }
      }
    }
  }
}
