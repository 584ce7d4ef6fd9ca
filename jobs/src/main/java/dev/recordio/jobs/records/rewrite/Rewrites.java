// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.copy.CopyEntry;
import dev.recordio.jobs.records.copy.RecordSource;
import dev.recordio.jobs.shard.ShardSetting;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** What the jobs that rewrite records share. */
final class Rewrites {
  private Rewrites() {}

  /** Returns the requested number of shards. */
  static ShardSetting shards(Configuration conf) {
    return ShardSetting.of(conf, ArrangeConf.SHARDS, ArrangeConf.SHARD_SIZE);
  }

  /** Returns a copy without the keys of the input, for outputs with keys of their own. */
  static Configuration withNewKeys(Configuration conf) {
    var own = new Configuration(conf);
    ArrangeConf.KEYS.set(own, "new");
    return own;
  }

  /** Returns the error for a record that has another label than in the census. */
  static MalformedRecordException changed(
      CopyEntry entry, RecordSource source, String expected, float found) throws IOException {
    return new MalformedRecordException(
        "the file has changed while its records were copied",
        source.path(entry),
        entry.offset,
        -1,
        expected,
        "label " + found);
  }
}
