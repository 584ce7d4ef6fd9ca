// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.layout.Ledger;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.ManifestBuilder;
import dev.recordio.store.manifest.Operation;
import dev.recordio.store.manifest.RowsRef;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** New records after those that are there, wherever these end when the change is committed. */
public final class AppendChange extends PendingChange {
  private final String operation;
  private final long records;
  private final Map<Integer, List<RowsRef>> rows;
  private final Ledger chunks;

  /**
   * Creates the change.
   *
   * @param operation its name in the log
   * @param files the files that were written for it
   * @param records how many records there are
   * @param rows the row tables of each group; ids count from the first new record
   * @param chunks the chunks that were written
   * @param commit the id of the commit
   */
  public AppendChange(
      StoreTables tables,
      String operation,
      StoreWriting files,
      long records,
      Map<Integer, List<RowsRef>> rows,
      Ledger chunks,
      String commit) {
    super(tables, files, commit);
    this.operation = operation;
    this.records = records;
    this.rows = rows;
    this.chunks = chunks;
  }

  /**
   * Returns the change that adds what one or more tasks wrote, one after the other.
   *
   * @param parts what each wrote, in the order of their records
   */
  public static AppendChange of(
      StoreTables tables,
      String operation,
      StoreWriting files,
      List<WrittenTables> parts,
      String commit) {
    Map<Integer, List<RowsRef>> rows = new TreeMap<>();
    var chunks = new Ledger();
    long first = 0;
    for (WrittenTables part : parts) {
      for (Map.Entry<Integer, RowsRef> entry : part.rows().entrySet()) {
        RowsRef ref = entry.getValue();
        rows.computeIfAbsent(entry.getKey(), group -> new ArrayList<>())
            .add(new RowsRef(ref.file(), ref.bytes(), first, ref.skip(), ref.count()));
      }
      chunks.add(part.ledger());
      first += part.records();
    }
    return new AppendChange(tables, operation, files, first, rows, chunks, commit);
  }

  @Override
  public boolean isIndependent() {
    return true;
  }

  @Override
  public void check(Manifest other) {}

  @Override
  protected void apply(ManifestBuilder next, Manifest current, TableReader reader, Ledger ledger)
      throws IOException {
    long first = next.length;
    next.length += records;
    next.operation = new Operation(operation, records);
    for (Map.Entry<Integer, List<RowsRef>> group : rows.entrySet()) {
      if (next.groups.stream().anyMatch(entry -> entry.number() == group.getKey())) {
        var all = new ArrayList<>(next.rows(group.getKey()));
        for (RowsRef ref : group.getValue()) {
          all.add(
              new RowsRef(ref.file(), ref.bytes(), first + ref.firstId(), ref.skip(), ref.count()));
        }
        next.setRows(group.getKey(), all);
        chunks.accounts().stream()
            .filter(account -> account.group() == group.getKey())
            .forEach(
                account ->
                    ledger.addChunk(
                        account.chunk(), account.group(), account.length(), account.liveValues()));
        takeDropped(next, group.getKey(), first, reader, ledger);
      }
    }
  }

  /** Another writer may have dropped a field that the new records still have. */
  private void takeDropped(
      ManifestBuilder next, int group, long from, TableReader reader, Ledger ledger)
      throws IOException {
    if (next.fields.size() == next.nextField) {
      return; // none was ever dropped
    }
    Manifest manifest = next.build("", 0);
    for (RowsRef rows : next.rows(group)) {
      if (rows.firstId() >= from) {
        DroppedValues.takeNew(tables(), reader, manifest, group, rows, ledger);
      }
    }
  }
}
