// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import dev.recordio.store.manifest.Manifest.Builder;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.schema.StoreField;
import java.util.List;

/** Manifests for tests. */
public final class Manifests {
  private Manifests() {}

  /** Returns a name that consists of a digit. */
  public static String id(char digit) {
    return String.valueOf(digit).repeat(32);
  }

  /** Returns generation 0 of a store with one field and no records. */
  public static Manifest first() {
    return new Manifest(
        StorePaths.newId(),
        0,
        StorePaths.newId(),
        1_700_000_000_000L,
        new Operation(Operation.CREATE, 0),
        0,
        0,
        1 << 20,
        604_800_000,
        1,
        1,
        List.of(new FieldEntry(0, StoreField.parse("label=f4"), 0, List.of())),
        List.of(new GroupEntry(0, List.of())),
        List.of());
  }

  /** Returns the generation after {@code base}, with a record more and another commit's id. */
  public static Manifest after(Manifest base) {
    Builder next = base.next();
    next.length++;
    next.operation = new Operation(Operation.APPEND, 1);
    return next.build(StorePaths.newId(), base.time() + 1);
  }

  /** Returns a manifest that has something of everything. */
  static Manifest full() {
    var rows = List.of(new RowsRef(id('a'), 1000, 0, 5, 60), new RowsRef(id('b'), 2000, 60, 0, 40));
    var delta = new DeltaRef(id('c'), 300, 2, 3, 98, 99);
    return new Manifest(
        id('1'),
        7,
        id('2'),
        1_700_000_000_000L,
        new Operation(
            Operation.UPDATE, 2, List.of(delta), IdRanges.of(0, 5).union(IdRanges.of(7, 8))),
        100,
        1,
        1 << 27,
        604_800_000,
        5,
        4,
        List.of(
            new FieldEntry(0, StoreField.parse("image=bytes"), 0, List.of(delta)),
            new FieldEntry(2, StoreField.parse("mask=u1[64,64]:deflate"), 0, List.of()),
            new FieldEntry(4, StoreField.parse("tokens=i8[*]:zstd"), 3, List.of())),
        List.of(new GroupEntry(0, rows), new GroupEntry(3, List.of())),
        List.of(new DeltaRef(id('d'), 90, 1, 17, 17, 100)));
  }
}
