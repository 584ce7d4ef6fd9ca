// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.copy.CopyJob;
import dev.recordio.jobs.run.error.UsageException;
import picocli.CommandLine;

/** Copies the records with certain keys or labels, or the rows of text with certain labels. */
@CommandLine.Command(
    footer = {
      "",
      "The key of a record is in the .idx file beside its .rec file; without an .idx, it is the",
      "id of the image header. If records have several labels, --label-column K says which one to",
      "compare. From InsightFace sets only the images are copied, chosen by their first label.",
      "",
      "Examples:",
      "  recordio select --keys 3,17,42 images.rec chosen",
      "  recordio select --keys bad-keys.txt hdfs:///data/train chosen",
      "  recordio select --label 5 images.rec fives",
      "  recordio select --min-per-label 10 faces/train.rec frequent"
    })
public final class SelectCommand extends ArrangeCommand.OfCopy {
  @Override
  boolean hasLabelsOption() {
    return false; // they are labels to select
  }

  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--keys", "FILE|K,...", ArrangeConf.SELECT_KEYS)
        .add("--label", "L,...", ArrangeConf.SELECT_LABEL)
        .add("--labels", "FILE", ArrangeConf.SELECT_LABELS)
        .add("--min-per-label", "K", ArrangeConf.SELECT_MIN_PER_LABEL)
        .add("--label-column", "K", ArrangeConf.LABEL_COLUMN);
    super.declare(options);
  }

  public SelectCommand() {
    super(CopyJob.What.SELECT);
  }

  @Override
  void check() throws UsageException {
    if (isGiven(ArrangeConf.SELECT_KEYS) && isGiven(ArrangeConf.LABEL_COLUMN)) {
      throw new UsageException("--label-column goes with --label, --labels or --min-per-label");
    }
    if (ArrangeConf.waysToSelect(conf()) != 1) {
      throw new UsageException(
          "select takes one of --keys FILE|K,..., --label L,..., --labels FILE, --min-per-label K");
    }
  }
}
