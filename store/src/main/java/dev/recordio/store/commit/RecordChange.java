// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.Ledger;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;

/** A change of records that are there: it contradicts commits that changed one of them. */
abstract class RecordChange extends PendingChange {
  private final long[] ids;

  /**
   * Creates a change.
   *
   * @param ids the ids of the records, ascending, each once
   */
  RecordChange(StoreTables tables, StoreWriting files, long[] ids) {
    super(tables, files);
    this.ids = ids;
  }

  /** Returns the ids of the records. */
  final long[] ids() {
    return ids;
  }

  @Override
  public final void check(Manifest other) throws IOException {
    TouchedIds.check(tables(), other, ids);
  }

  /** Notes that no value of the records is live any more. */
  final void takeAll(LivePlaces live, Manifest current, Ledger ledger) throws IOException {
    for (FieldEntry field : current.fields()) {
      live.take(field, ids, ledger);
    }
  }
}
