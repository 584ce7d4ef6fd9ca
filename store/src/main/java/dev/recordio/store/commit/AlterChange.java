// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.Builder;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.store.write.StoreWriting;
import java.util.List;

/** Fields that come, without values at first, and fields that go. */
public final class AlterChange extends Change {
  private final List<StoreField> added;
  private final List<String> dropped;

  public AlterChange(
      StoreTables tables, StoreWriting files, List<StoreField> added, List<String> dropped) {
    super(tables, files);
    this.added = List.copyOf(added);
    this.dropped = List.copyOf(dropped);
  }

  /** Other commits that changed the fields decide for themselves whether these still fit. */
  @Override
  void check(Manifest other) throws StoreConflictException {
    if (other.operation().name().equals(Operation.ALTER)) {
      throw new StoreConflictException("the fields changed", other.generation());
    }
  }

  @Override
  void apply(Builder next, Manifest head) {
    for (String name : dropped) {
      FieldEntry field = head.field(name);
      next.fields.removeIf(entry -> entry.number() == field.number());
      if (next.fields.stream().noneMatch(entry -> entry.group() == field.group())) {
        next.groups.removeIf(group -> group.number() == field.group());
      }
    }
    for (StoreField field : added) {
      next.fields.add(new FieldEntry(next.nextField++, field, next.nextGroup, List.of()));
      next.groups.add(new GroupEntry(next.nextGroup++, List.of()));
    }
    if (next.fields.isEmpty()) {
      throw new InvalidSettingException("a store keeps at least one field");
    }
    next.operation = new Operation(Operation.ALTER, 0);
    new StoreSchema(next.fields.stream().map(FieldEntry::field).toList()); // names differ
  }
}
