// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.Builder;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.write.StoreWriting;
import java.util.List;

/** New records after those that are there, wherever these end when the change is committed. */
public final class AppendChange extends Change {
  private final String operation;
  private final List<WrittenTables> parts;

  /**
   * Creates the change that adds what one or more tasks wrote, one after the other.
   *
   * @param operation its name in the log
   * @param files the files that were written for it
   * @param parts what each task wrote, in the order of the records; ids count from 0 in each
   * @param commit the id of the commit
   */
  public AppendChange(
      StoreTables tables,
      String operation,
      StoreWriting files,
      List<WrittenTables> parts,
      String commit) {
    super(tables, files, commit);
    this.operation = operation;
    this.parts = List.copyOf(parts);
  }

  @Override
  boolean isIndependent() {
    return true;
  }

  @Override
  void check(Manifest other) {}

  /** Another writer may have dropped a field, or a group, that the new records still have. */
  @Override
  void apply(Builder next, Manifest head) {
    long first = head.length();
    for (WrittenTables part : parts) {
      for (GroupEntry group : List.copyOf(next.groups)) {
        RowsRef ref = part.rows().get(group.number());
        if (ref != null) {
          next.addRows(group.number(), ref.at(first));
        }
      }
      first += part.records();
    }
    next.length = first;
    next.operation = new Operation(operation, first - head.length());
  }
}
