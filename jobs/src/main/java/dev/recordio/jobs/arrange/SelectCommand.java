// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.jobs.arrange.census.ArrangeConf;
import dev.recordio.jobs.arrange.copy.CopyJob;
import dev.recordio.jobs.run.error.UsageException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Copies the records with certain keys or labels. */
@CommandLine.Command(
    footer = {
      "",
      "A record's key is what the .idx file beside its .rec file says; without one, the id of the",
      "image header. Its label is the first one of the image header.",
      "",
      "Examples:",
      "  recordio select --keys 3,17,42 images.rec chosen",
      "  recordio select --keys bad-keys.txt hdfs:///data/train chosen",
      "  recordio select --label 5 images.rec fives"
    })
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class SelectCommand extends CopyCommand {
  @Option(
      names = "--keys",
      paramLabel = "FILE|K,...",
      description = "Keys with commas, or a file of which the first word of each line is a key.")
  private String keys;

  @Option(names = "--label", paramLabel = "L,...", description = "One label, or several.")
  private String label;

  /** Makes the command. */
  public SelectCommand() {
    super(CopyJob.What.SELECT);
  }

  @Override
  void setKeys() {
    set(ArrangeConf.SELECT_KEYS.key(), keys);
    set(ArrangeConf.SELECT_LABEL.key(), label);
    if (ArrangeConf.SELECT_KEYS.get(conf()).isEmpty()
        == ArrangeConf.SELECT_LABEL.get(conf()).isEmpty()) {
      throw new UsageException("select takes either --keys FILE|K,... or --label L,...");
    }
  }
}
