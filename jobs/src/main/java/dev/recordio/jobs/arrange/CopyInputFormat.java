// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.jobs.shard.ShardInputFormat;

/** Gives each shard of the plan to one map task, record by record. */
final class CopyInputFormat extends ShardInputFormat<Entry> {
  @Override
  protected Entry newEntry() {
    return new Entry();
  }
}
