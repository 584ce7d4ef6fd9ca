// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.Ledger;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.read.PlaceLookup;
import dev.recordio.store.read.Places;
import dev.recordio.store.read.StoreTables;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Looks up, for a list of ids, what is live, and notes in a ledger what is not any more. */
final class LivePlaces implements Closeable {
  private static final int BATCH = 1 << 14;

  private final StoreTables tables;
  private final Manifest manifest;
  private final PlaceLookup lookup;
  private final Places places = new Places();

  LivePlaces(StoreTables tables, Manifest manifest) {
    this.tables = tables;
    this.manifest = manifest;
    lookup = new PlaceLookup(tables);
  }

  /** Takes a place. */
  interface Found {
    void place(int i, Places places, int at) throws IOException;
  }

  /** Passes the places of a field's values; {@code i} is an index into {@code ids}, ascending. */
  void forEach(FieldEntry field, long[] ids, Found found) throws IOException {
    long[] batch = new long[Math.min(BATCH, ids.length)];
    for (int from = 0; from < ids.length; from += BATCH) {
      int count = Math.min(BATCH, ids.length - from);
      System.arraycopy(ids, from, batch, 0, count);
      lookup.find(manifest, List.of(field), batch, count, List.of(places));
      for (int i = 0; i < count; i++) {
        found.place(from + i, places, i);
      }
    }
  }

  /** Notes that the values of a field are not live any more. */
  void take(FieldEntry field, long[] ids, Ledger ledger) throws IOException {
    forEach(
        field,
        ids,
        (i, of, at) -> {
          int word = of.word(at);
          if (!StoredWord.isAbsent(word)) {
            ledger.take(tables.chunkName(of.chunk(at)), field.group(), StoredWord.space(word));
          }
        });
  }

  @Override
  public void close() throws IOException {
    lookup.close();
  }
}
