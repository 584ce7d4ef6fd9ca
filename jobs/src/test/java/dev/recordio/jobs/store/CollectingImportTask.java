// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.job.TaskContext;
import dev.recordio.mapreduce.store.StoreCommitter;
import dev.recordio.store.Store;
import dev.recordio.store.commit.GarbageCollection;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;

/** When its files are written, and nothing names them yet, garbage of the store is removed. */
final class CollectingImportTask extends ImportJob.Task {
  /** How many files all tasks have removed. */
  static final AtomicLong REMOVED = new AtomicLong();

  @Override
  protected void end(TaskContext task) throws IOException {
    Configuration conf = task.conf();
    Store store = StoreCommitter.store(conf);
    var collection = new GarbageCollection(conf, store.generations(), false, file -> {});
    REMOVED.addAndGet(collection.collect(1, -1).files());
  }
}
