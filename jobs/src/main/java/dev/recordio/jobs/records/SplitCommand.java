// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.copy.CopyJob;
import dev.recordio.jobs.records.select.Fractions;
import dev.recordio.jobs.run.error.UsageException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Splits the records, or the rows of LibSVM text, into random subsets of exact sizes, by a seed.
 */
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
  @Option(
      names = "--fractions",
      paramLabel = "NAME=F,...",
      description = "The subsets and their fractions, which sum up to 1.")
  private String fractions;

  @Option(names = "--seed", paramLabel = "S", description = "The seed; 0 by default.")
  private Long seed;

  @Option(
      names = "--stratify",
      description =
          "Give each subset its fraction of every label (of the image header, or of the row).")
  private Boolean stratify;

  @Mixin private LabelColumn column;

  @Option(
      names = "--group-by",
      paramLabel = "key|qid",
      description =
          "Keep records with the same key (id of the image header), or rows with the same query id,"
              + " together; sizes are then only about right.")
  private String groupBy;

  @Option(
      names = "--format",
      paramLabel = "libsvm",
      description =
          "The input is LibSVM text. Usually not needed: the first file's first bytes show it.")
  private String format;

  @Option(
      names = "--labels",
      paramLabel = "first|none",
      description = "Rows begin with a label (first, default), or with a feature (none).")
  private String labels;

  @Option(
      names = "--mode",
      paramLabel = "strict|lenient",
      description =
          "Malformed text is an error (strict, default), or only lines without a label are left out"
              + " (lenient).")
  private String mode;

  public SplitCommand() {
    super(CopyJob.What.SPLIT);
  }

  @Override
  void setKeys() {
    set(ArrangeConf.SPLIT_FRACTIONS.key(), fractions);
    set(ArrangeConf.SEED.key(), seed);
    set(ArrangeConf.SPLIT_STRATIFY.key(), stratify);
    set(ArrangeConf.SPLIT_GROUP_BY.key(), groupBy);
    set(ArrangeConf.LABEL_COLUMN.key(), column.get());
    column.onlyWith(ArrangeConf.SPLIT_STRATIFY.getBoolean(conf()), "--stratify");
    if (ArrangeConf.SPLIT_FRACTIONS.get(conf()).isEmpty()) {
      throw new UsageException(
          "split takes --fractions NAME=F,..., such as train=0.8,val=0.1,test=0.1");
    }
  }

  @Override
  List<Path> paths(String list) {
    List<Path> paths = RowInputs.parse(conf(), list); // options override its format
    set(LibSvmConf.FORMAT.key(), format);
    set(LibSvmConf.LABELS.key(), labels);
    set(LibSvmConf.MODE.key(), mode);
    if (Boolean.TRUE.equals(stratify) && LibSvmConf.LABELS.getChoice(conf()).equals("none")) {
      throw new UsageException("--stratify needs labels, and --labels none says there are none");
    }
    return paths;
  }

  @Override
  String next(String written) {
    return written + "/" + Fractions.parse(ArrangeConf.SPLIT_FRACTIONS.get(conf())).names().get(0);
  }
}
