// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.copy.CopyJob;
import dev.recordio.jobs.run.error.UsageException;
import picocli.CommandLine;

/** Writes the records, or rows of text, into other shards, in their order. */
@CommandLine.Command(
    footer = {
      "",
      "With --shards the shards get equal numbers of records, with --shard-size equal bytes.",
      "Shards of rows of text with query ids end only between queries.",
      "",
      "Examples:",
      "  recordio reshard --shards 16 packed resharded",
      "  recordio reshard --shard-size 256m 'hdfs:///data/small/*.rec' hdfs:///data/merged"
    })
public final class ReshardCommand extends ArrangeCommand.OfCopy {
  public ReshardCommand() {
    super(CopyJob.What.RESHARD);
  }

  @Override
  void check() throws UsageException {
    if (ArrangeConf.SHARDS.getInt(conf()) == 0
        && conf().get(ArrangeConf.SHARD_SIZE.key()) == null) {
      throw new UsageException("reshard takes --shards N or --shard-size SIZE");
    }
  }
}
