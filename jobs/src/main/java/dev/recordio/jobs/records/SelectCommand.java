// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.copy.CopyJob;
import dev.recordio.jobs.run.error.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Copies the records with certain keys or labels. */
@CommandLine.Command(
    footer = {
      "",
      "A record's key is what the .idx file beside its .rec file says; without one, the id of the",
      "image header. Where records have several labels, --label-column K says which one to look at. Of",
      "InsightFace sets the images alone are taken, and their first label is looked at.",
      "",
      "Examples:",
      "  recordio select --keys 3,17,42 images.rec chosen",
      "  recordio select --keys bad-keys.txt hdfs:///data/train chosen",
      "  recordio select --label 5 images.rec fives",
      "  recordio select --min-per-label 10 faces/train.rec frequent"
    })
public final class SelectCommand extends ArrangeCommand.OfCopy {
  @Option(
      names = "--keys",
      paramLabel = "FILE|K,...",
      description = "Keys with commas, or a file with a key as the first word of each line.")
  private String keys;

  @Option(
      names = "--label",
      paramLabel = "L,...",
      description = "One label, or several; or names of classes, of an input that pack made.")
  private String label;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description = "A file with a label as the first word of each line, or with a name a line.")
  private String labels;

  @Option(
      names = "--min-per-label",
      paramLabel = "K",
      description = "Take the records of the labels that at least K records have.")
  private Long minPerLabel;

  @Mixin private LabelColumn column;

  public SelectCommand() {
    super(CopyJob.What.SELECT);
  }

  @Override
  void setKeys() {
    set(ArrangeConf.SELECT_KEYS.key(), keys);
    set(ArrangeConf.SELECT_LABEL.key(), label);
    set(ArrangeConf.SELECT_LABELS.key(), labels);
    set(ArrangeConf.SELECT_MIN_PER_LABEL.key(), minPerLabel);
    set(ArrangeConf.LABEL_COLUMN.key(), column.get());
    column.onlyWith(keys == null, "--label, --labels or --min-per-label");
    if (minPerLabel != null && minPerLabel < 1) {
      throw new UsageException("--min-per-label is " + minPerLabel + "; it must be 1 or more");
    }
    if (ArrangeConf.waysToSelect(conf()) != 1) {
      throw new UsageException(
          "select takes one of --keys FILE|K,..., --label L,..., --labels FILE, --min-per-label K");
    }
  }
}
