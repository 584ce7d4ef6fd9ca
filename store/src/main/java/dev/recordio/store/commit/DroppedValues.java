// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.Ledger;
import dev.recordio.store.layout.RowsMeta;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.RowsRef;
import dev.recordio.store.read.GroupScan;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import java.io.IOException;
import java.util.List;

/** Values of fields that are dropped, in chunks that other fields of their group still need. */
final class DroppedValues {
  private DroppedValues() {}

  /** Notes that the values of a field, in the records of a range, are not live any more. */
  static void take(
      StoreTables tables, Manifest manifest, FieldEntry field, long from, long to, Ledger ledger)
      throws IOException {
    try (var scan = new GroupScan(tables, manifest, List.of(field), from, to)) {
      while (scan.next()) {
        for (int i = 0; i < scan.count(); i++) {
          int word = scan.word(0, i);
          if (!StoredWord.isAbsent(word)) {
            ledger.take(
                tables.chunkName(scan.places(0).chunk(i)), field.group(), StoredWord.space(word));
          }
        }
      }
    }
  }

  /**
   * Notes that new records have values that are not live: of fields that another writer dropped
   * after these records were begun.
   *
   * @param manifest has the records already
   * @param rows the row table of these, of one group
   */
  static void takeNew(
      StoreTables tables,
      TableReader reader,
      Manifest manifest,
      int group,
      RowsRef rows,
      Ledger ledger)
      throws IOException {
    List<FieldEntry> left = manifest.fieldsOf(group);
    RowsMeta meta = reader.open(rows.file(), rows.bytes()).rows();
    for (int plane = 0; plane < meta.planes(); plane++) {
      int number = meta.field(plane);
      if (left.stream().noneMatch(field -> field.number() == number)) {
        // Only number and group matter: what the values were is not known any more.
        var gone = new FieldEntry(number, left.get(0).field(), group, List.of());
        take(tables, manifest, gone, rows.firstId(), rows.endId(), ledger);
      }
    }
  }
}
