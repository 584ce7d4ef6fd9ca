// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.Ledger;
import dev.recordio.store.manifest.DeltaRef;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.GroupEntry;
import dev.recordio.store.manifest.LedgerRef;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.RowsRef;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.read.LedgerReader;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Files of a store that may be removed, as long as no generation is found that needs them. Memory:
 * these files, and the ledgers of one generation.
 */
final class Unreferenced {
  private final Configuration conf;
  private final StorePaths paths;
  private final Map<String, FileStatus> tables = new HashMap<>();
  private final Map<String, FileStatus> chunks = new HashMap<>();
  private Map<String, Ledger> ledgers = Map.of(); // those of the generation that came last

  Unreferenced(Configuration conf, StorePaths paths) {
    this.conf = conf;
    this.paths = paths;
  }

  void addTable(String id, FileStatus file) {
    tables.put(id, file);
  }

  void addChunk(String id, FileStatus file) {
    chunks.put(id, file);
  }

  /** Returns what is left: no generation that was passed needs it. */
  List<Collection<FileStatus>> files() {
    return List.of(tables.values(), chunks.values());
  }

  /** Spares what a generation needs: its tables, and the chunks in which it has live values. */
  void spare(Manifest manifest) throws IOException {
    for (GroupEntry group : manifest.groups()) {
      for (RowsRef rows : group.rows()) {
        tables.remove(rows.file());
      }
    }
    for (FieldEntry field : manifest.fields()) {
      spareDeltas(field.deltas());
    }
    spareDeltas(manifest.deletions());
    spareDeltas(manifest.operation().deltas());
    for (LedgerRef ledger : manifest.ledgers()) {
      tables.remove(ledger.file());
    }
    if (!chunks.isEmpty()) {
      spareChunks(manifest.ledgers());
    }
  }

  private void spareDeltas(List<DeltaRef> deltas) {
    for (DeltaRef delta : deltas) {
      tables.remove(delta.file());
    }
  }

  private void spareChunks(List<LedgerRef> refs) throws IOException {
    var now = new HashMap<String, Ledger>();
    var sum = new Ledger();
    try (var reader = new TableReader(new StoreTables(conf, paths))) {
      for (LedgerRef ref : refs) {
        // Generations that follow each other share most of their ledgers.
        Ledger ledger = ledgers.get(ref.file());
        if (ledger == null) {
          ledger = LedgerReader.read(reader, ref);
        }
        now.put(ref.file(), ledger);
        sum.add(ledger);
      }
    }
    ledgers = now;
    for (Ledger.Account account : sum.accounts()) {
      if (!account.isDead()) {
        chunks.remove(account.chunk());
      }
    }
  }
}
