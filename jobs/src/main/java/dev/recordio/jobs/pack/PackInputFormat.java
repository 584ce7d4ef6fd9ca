// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.shard.ShardInputFormat;

/** Gives each shard of the plan to one map task, source by source. */
final class PackInputFormat extends ShardInputFormat<Source> {
  @Override
  protected Source newEntry() {
    return new Source();
  }
}
