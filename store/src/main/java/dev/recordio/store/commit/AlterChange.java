// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.layout.Ledger;
import dev.recordio.store.manifest.FieldEntry;
import dev.recordio.store.manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.ManifestBuilder;
import dev.recordio.store.manifest.Operation;
import dev.recordio.store.read.LedgerReader;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.List;

/** Fields that come, without values at first, and fields that go. */
public final class AlterChange extends PendingChange {
  private final List<StoreField> added;
  private final List<String> dropped;

  /** Creates the change. */
  public AlterChange(
      StoreTables tables, StoreWriting files, List<StoreField> added, List<String> dropped) {
    super(tables, files);
    this.added = List.copyOf(added);
    this.dropped = List.copyOf(dropped);
  }

  /** Other commits that changed the fields decide for themselves whether these still fit. */
  @Override
  public void check(Manifest other) throws StoreConflictException {
    if (other.operation().name().equals(Operation.ALTER)) {
      throw new StoreConflictException("the fields changed", other.generation());
    }
  }

  @Override
  protected void apply(ManifestBuilder next, Manifest current, TableReader reader, Ledger ledger)
      throws IOException {
    for (String name : dropped) {
      FieldEntry field = current.field(name);
      drop(next, current, field, reader, ledger);
    }
    for (StoreField field : added) {
      next.fields.add(new FieldEntry(next.nextField++, field, next.nextGroup, List.of()));
      next.groups.add(new GroupEntry(next.nextGroup++, List.of()));
    }
    if (next.fields.isEmpty()) {
      throw new InvalidSettingException("a store keeps at least one field");
    }
    next.operation = new Operation(Operation.ALTER, 0);
    requireNames(next);
  }

  /** A schema's fields have different names. */
  private static void requireNames(ManifestBuilder next) {
    new StoreSchema(next.fields.stream().map(FieldEntry::field).toList());
  }

  private void drop(
      ManifestBuilder next, Manifest current, FieldEntry field, TableReader reader, Ledger ledger)
      throws IOException {
    next.fields.removeIf(entry -> entry.number() == field.number());
    boolean last = next.fields.stream().noneMatch(entry -> entry.group() == field.group());
    if (last) {
      next.groups.removeIf(group -> group.number() == field.group());
    }
    if (last && current.fieldsOf(field.group()).size() == 1) {
      Ledger sum = LedgerReader.sum(reader, next.ledgers);
      sum.add(ledger); // what was copied by this commit
      for (Ledger.Account account : sum.accounts()) {
        if (account.group() == field.group()) {
          ledger.add(account.chunk(), account.group(), -account.liveBytes(), -account.liveValues());
        }
      }
      return;
    }
    DroppedValues.take(tables(), current, field, 0, current.length(), ledger);
  }
}
