// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.store;

import dev.recordio.store.Store;
import dev.recordio.store.commit.Change;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.write.StoreWriting;
import java.io.IOException;
import java.util.List;

/** Makes one change of a store of what the tasks of a job wrote. */
public interface StoreCommit {
  /**
   * Returns the change.
   *
   * @param store the store
   * @param base the generation on which the job was begun
   * @param reports of the committed tasks, in their order
   * @param files all files that they name
   * @param commit the id of the commit
   */
  Change change(
      Store store, Manifest base, List<TaskReport> reports, StoreWriting files, String commit)
      throws IOException;
}
