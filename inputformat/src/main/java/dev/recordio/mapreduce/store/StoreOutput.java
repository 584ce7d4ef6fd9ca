// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.store;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Prepares jobs whose tasks write records that are added to a store. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class StoreOutput {
  private StoreOutput() {}

  /**
   * Prepares a job that commits with a {@link StoreCommitter}.
   *
   * @param store the store's folder, qualified
   * @param base the number of the generation whose fields the records have
   */
  public static void install(Configuration conf, Path store, long base) {
    StoreCommitter.install(conf, store, base, AppendCommit.class);
  }
}
