// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.RecordIOConf;
import dev.recordio.jobs.run.UsageException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Splits the records into subsets of exact sizes, drawn by a seed. */
@CommandLine.Command(
    footer = {
      "",
      "Each subset goes to a folder of its name below OUTPUT, in the order of the input.",
      "",
      "Examples:",
      "  recordio split --fractions train=0.8,val=0.1,test=0.1 --seed 7 all.rec parts",
      "  recordio split --fractions train=0.9,val=0.1 --seed 7 --stratify images parts",
      "  recordio split --fractions train=0.9,val=0.1 --seed 7 --group-by key images parts"
    })
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class SplitCommand extends CopyCommand {
  @Option(
      names = "--fractions",
      paramLabel = "NAME=F,...",
      description = "The subsets and their fractions, which sum up to 1.")
  private String fractions;

  @Option(names = "--seed", paramLabel = "S", description = "The seed; 0 by default.")
  private Long seed;

  @Option(
      names = "--stratify",
      description = "Give each subset its fraction of every label (of the image header).")
  private Boolean stratify;

  @Option(
      names = "--group-by",
      paramLabel = "key",
      description =
          "Keep records with the same key (id of the image header) together; sizes are then only"
              + " about right.")
  private String groupBy;

  /** Makes the command. */
  public SplitCommand() {
    super(CopyJob.What.SPLIT);
  }

  @Override
  void setKeys() {
    set(RecordIOConf.SPLIT_FRACTIONS.key(), fractions);
    set(RecordIOConf.ARRANGE_SEED.key(), seed);
    set(RecordIOConf.SPLIT_STRATIFY.key(), stratify);
    set(RecordIOConf.SPLIT_GROUP_BY.key(), groupBy);
    if (RecordIOConf.SPLIT_FRACTIONS.get(conf()).isEmpty()) {
      throw new UsageException(
          "split takes --fractions NAME=F,..., such as train=0.8,val=0.1,test=0.1");
    }
  }

  @Override
  String next(String written) {
    return written + "/" + Fractions.parse(RecordIOConf.SPLIT_FRACTIONS.get(conf())).names().get(0);
  }
}
