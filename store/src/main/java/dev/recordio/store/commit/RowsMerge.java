// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.Ledger;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.ManifestBuilder;
import dev.recordio.store.manifest.Operation;
import dev.recordio.store.manifest.RowsRef;
import dev.recordio.store.read.GroupScan;
import dev.recordio.store.read.OpenTable;
import dev.recordio.store.read.Places;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.write.RowsWriter;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.List;

/**
 * Merges row tables of one group whose records take little room: the values that are live in them
 * are copied into a new chunk, so that one read brings what many small commits wrote.
 */
final class RowsMerge {
  /** Bytes of records beyond which they are not copied: more is for {@code rebalance}. */
  private static final long MAX_BYTES = 4 << 20;

  /** Tables beyond which entries are copied, but not records. */
  private static final int MAX_TABLES = 64;

  private static final long MAX_RECORDS = 1 << 20;

  /** Records beyond which entries are not copied either: a commit takes seconds at most. */
  private static final long MAX_CONCATENATED = 1 << 24;

  private final ManifestBuilder next;
  private final GroupEntry group;
  private final List<FieldEntry> fields;
  private final List<FieldEntry> plain; // without deltas
  private final StoreWriting files;
  private final StoreTables tables;
  private final Ledger ledger;

  RowsMerge(
      ManifestBuilder next,
      GroupEntry group,
      StoreWriting files,
      StoreTables tables,
      Ledger ledger) {
    this.next = next;
    this.group = group;
    this.files = files;
    this.tables = tables;
    this.ledger = ledger;
    Manifest base = next.base();
    fields = base.fieldsOf(group.number());
    plain = fields.stream().map(field -> field.withDeltas(List.of())).toList();
  }

  /** Merges consecutive tables; null when there is too much in them, and there are not too many. */
  RowsRef merge(List<RowsRef> tail) throws IOException {
    long from = tail.get(0).firstId();
    long to = tail.get(tail.size() - 1).endId();
    if (fields.isEmpty()) {
      return null;
    }
    if (to - from > MAX_RECORDS || bytes(from, to) > Math.min(MAX_BYTES, next.chunkBytes)) {
      boolean merge =
          to - from <= MAX_CONCATENATED && group.rows().size() > MAX_TABLES && isWhole(tail);
      return merge ? RowsConcat.write(files, tables, undeleted(), plain, from, to) : null;
    }
    return copy(from, to);
  }

  /** Whether no field was dropped since the tables were written: its values are between others. */
  private boolean isWhole(List<RowsRef> tail) throws IOException {
    try (var reader = new TableReader(tables)) {
      for (RowsRef ref : tail) {
        OpenTable table = reader.open(ref.file(), ref.bytes());
        if (table.rows() == null || table.rows().planes() != fields.size()) {
          return false;
        }
      }
    }
    return true;
  }

  private RowsRef copy(long from, long to) throws IOException {
    var moved = new Ledger();
    try (var scan = new GroupScan(tables, undeleted(), plain, from, to);
        var live = new GroupScan(tables, next.base(), fields, from, to);
        var rows = new RowsWriter(files, fields, next.chunkBytes, moved)) {
      while (scan.next() && live.next()) {
        keepLive(scan, live);
        scan.read(
            (i, field, bytes, at, word) -> {
              if (StoredWord.isAbsent(word)) {
                rows.addAbsent();
              } else {
                rows.addStored(bytes, at, word);
                String chunk = tables.chunkName(scan.places(field).chunk(i));
                moved.take(chunk, group.number(), StoredWord.space(word));
              }
              if (field == fields.size() - 1) {
                rows.endRecord();
              }
            });
      }
      RowsRef merged = rows.finish(from);
      ledger.add(moved);
      return merged;
    }
  }

  /** Values that a delta replaced, or whose records are deleted, stay behind. */
  private void keepLive(GroupScan scan, GroupScan live) {
    for (int f = 0; f < fields.size(); f++) {
      Places stored = scan.places(f);
      Places now = live.places(f);
      for (int i = 0; i < scan.count(); i++) {
        boolean same =
            !StoredWord.isAbsent(live.word(f, i))
                && now.chunk(i) == stored.chunk(i)
                && now.offset(i) == stored.offset(i);
        if (!same) {
          stored.clear(i);
        }
      }
    }
  }

  /** Returns the store as it would be without deletions. */
  private Manifest undeleted() {
    ManifestBuilder same = next.base().next();
    same.deletions.clear();
    same.operation = new Operation(Operation.REBALANCE, 0);
    return same.build("", 0);
  }

  private long bytes(long from, long to) throws IOException {
    long bytes = 0;
    try (var scan = new GroupScan(tables, undeleted(), plain, from, to)) {
      while (bytes <= MAX_BYTES && scan.next()) {
        for (int f = 0; f < fields.size(); f++) {
          for (int i = 0; i < scan.count(); i++) {
            bytes += StoredWord.space(scan.word(f, i));
          }
        }
      }
    }
    return bytes;
  }
}
