// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.fs.input.InputSpec;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.ResultTable;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.copy.ArrangeJob;
import dev.recordio.jobs.records.rewrite.MergeJob;
import dev.recordio.jobs.run.error.UsageException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Puts the image records of several inputs together, with the labels of each shifted. */
@CommandLine.Command(
    footer = {
      "",
      "The inputs are written in the given order; keys and ids are numbered from 0. If records",
      "have several labels, --label-column K says which one is shifted; offsets of 0 keep all",
      "labels. From InsightFace sets only the images are written, with their first label as the",
      "class.",
      "Prints a line for each input: input, offset, records, with tabs between; _merge.json has",
      "the same.",
      "",
      "Examples:",
      "  recordio merge faces/train.rec more/train.rec merged",
      "  recordio merge --label-offsets 0,1000 a.rec b.rec merged"
    })
public final class MergeCommand extends ArrangeCommand {
  @Parameters(
      paramLabel = "INPUT... OUTPUT",
      hideParamSyntax = true,
      arity = "2..*",
      description = "Files, folders, globs, or lists of them; last the folder to make.")
  private List<String> words;

  private List<String> inputs() {
    return words.subList(0, words.size() - 1);
  }

  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--label-offsets", "auto|N,N,...", ArrangeConf.MERGE_LABEL_OFFSETS)
        .add("--label-column", "K", ArrangeConf.LABEL_COLUMN);
    super.declare(options);
  }

  @Override
  String input() {
    return String.join(";", inputs());
  }

  @Override
  String output() {
    return words.get(words.size() - 1);
  }

  @Override
  void check() throws UsageException {
    if (words.size() < 2) {
      throw new UsageException("merge takes at least one input and the output");
    }
  }

  @Override
  ArrangeJob open(List<Path> all, Path output) throws Exception {
    List<MergeJob.Input> parsed =
        inputs().stream().map(text -> new MergeJob.Input(text, InputSpec.parse(text))).toList();
    return new MergeJob(conf(), parsed, output);
  }

  @Override
  protected ResultTable.Columns columns() {
    return new ResultTable.Columns("inputs", "input", "offset", "records");
  }

  @Override
  void describe(ArrangeJob job) {
    ((MergeJob) job)
        .forEachInput(
            (input, offset, records) -> results().text(input).number(offset).number(records).end());
  }
}
