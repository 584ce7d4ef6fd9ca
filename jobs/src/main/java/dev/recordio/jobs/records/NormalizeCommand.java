// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.copy.ArrangeJob;
import dev.recordio.jobs.records.rewrite.NormalizeJob;
import dev.recordio.jobs.run.error.UsageException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;

/** Writes image records as flat ones, or as an InsightFace set. */
@CommandLine.Command(
    footer = {
      "",
      "flat: records as im2rec packs them, with their labels, or with the one of --label-column K; ids",
      "and keys are kept, and the order. Of InsightFace sets the images are taken, with their first",
      "label.",
      "insightface: train.rec, train.idx and property, as face2rec2 writes them: images by label, then",
      "in the order of the input, under the keys 1, 2, ...; key 0; the identities.",
      "",
      "--relabel gives the labels the numbers 0, 1, 2, ... in their order; _labels.tsv lists the old",
      "and the new ones. It needs one label a record, or --label-column K, as --to insightface does.",
      "",
      "Examples:",
      "  recordio normalize faces/train.rec flat",
      "  recordio normalize --to insightface --relabel hdfs:///data/flat hdfs:///data/faces"
    })
public final class NormalizeCommand extends ArrangeCommand.OfFolder {
  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--to", "flat|insightface", ArrangeConf.NORMALIZE_TO)
        .flag("--relabel", ArrangeConf.NORMALIZE_RELABEL)
        .add("--label-column", "K", ArrangeConf.LABEL_COLUMN);
    super.declare(options);
  }

  @Override
  void check() throws UsageException {
    boolean isOneFile = ArrangeConf.NORMALIZE_TO.getChoice(conf()).equals("insightface");
    if (isOneFile && hasShardOption()) {
      throw new UsageException(
          "--shards and --shard-size are for --to flat: an InsightFace set is one file");
    }
  }

  @Override
  ArrangeJob open(List<Path> inputs, Path output) throws Exception {
    return new NormalizeJob(conf(), inputs, output);
  }

  @Override
  String next(String written) {
    return ArrangeConf.NORMALIZE_TO.getChoice(conf()).equals("insightface")
        ? written + "/train.rec"
        : written;
  }
}
