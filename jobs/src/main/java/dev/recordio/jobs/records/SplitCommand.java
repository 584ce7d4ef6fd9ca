// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.copy.CopyJob;
import dev.recordio.jobs.records.select.Fractions;
import dev.recordio.jobs.run.error.UsageException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;

/** Splits the records, or the rows of text, into random subsets of exact sizes, by a seed. */
@CommandLine.Command(
    footer = {
      "",
      "Each subset goes to a folder of its name below OUTPUT, in the order of the input.",
      "",
      "Examples:",
      "  recordio split --fractions train=0.8,val=0.1,test=0.1 --seed 7 all.rec parts",
      "  recordio split --fractions train=0.9,val=0.1 --seed 7 --stratify images parts",
      "  recordio split --fractions train=0.9,val=0.1 --seed 7 --group-by key images parts",
      "  recordio split --fractions train=0.9,val=0.1 --seed 7 --group-by qid rank.libsvm parts"
    })
public final class SplitCommand extends ArrangeCommand.OfCopy {
  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--fractions", "NAME=F,...", ArrangeConf.SPLIT_FRACTIONS)
        .add("--seed", "S", ArrangeConf.SEED)
        .flag("--stratify", ArrangeConf.SPLIT_STRATIFY)
        .add("--label-column", "K", ArrangeConf.LABEL_COLUMN)
        .add("--group-by", "key|qid", ArrangeConf.SPLIT_GROUP_BY);
    super.declare(options);
  }

  public SplitCommand() {
    super(CopyJob.What.SPLIT);
  }

  @Override
  void check() throws UsageException {
    if (isGiven(ArrangeConf.LABEL_COLUMN) && !ArrangeConf.SPLIT_STRATIFY.getBoolean(conf())) {
      throw new UsageException("--label-column goes with --stratify");
    }
    if (ArrangeConf.SPLIT_FRACTIONS.get(conf()).isEmpty()) {
      throw new UsageException(
          "split takes --fractions NAME=F,..., such as train=0.8,val=0.1,test=0.1");
    }
  }

  @Override
  List<Path> paths(String list) {
    List<Path> paths = super.paths(list);
    if (isGiven(ArrangeConf.SPLIT_STRATIFY) && LibSvmConf.LABELS.getChoice(conf()).equals("none")) {
      throw new UsageException("--stratify needs labels, and --labels none says there are none");
    }
    return paths;
  }

  @Override
  String next(String written) {
    return written + "/" + Fractions.parse(ArrangeConf.SPLIT_FRACTIONS.get(conf())).names().get(0);
  }
}
