// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.IdRanges;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.Builder;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.write.DeltaWriter;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.List;

/** Records that are deleted; their ids stay, and no other records get them. */
public final class DeleteChange extends RecordChange {
  /**
   * Creates the change.
   *
   * @param ids the ids, ascending, each once, of records that are not deleted
   */
  public DeleteChange(StoreTables tables, StoreWriting files, long[] ids) {
    super(tables, files, ids);
  }

  @Override
  void apply(Builder next, Manifest head) throws IOException {
    try (var table = DeltaWriter.ofDeletions(attempt())) {
      for (long id : ids()) {
        table.add(id);
      }
      DeltaRef ref = table.finish(next.length);
      next.deletions.add(ref);
      next.deleted += ids().length;
      next.operation = new Operation(Operation.DELETE, ids().length, List.of(ref), IdRanges.NONE);
    }
  }
}
