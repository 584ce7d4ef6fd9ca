// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.SkippedRecords;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.CensusJob;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.CensusRequest;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.census.LabelCensus;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.rows.LabelNames;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.task.RecordIOCounter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.mapreduce.Counters;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Counts the records of each label, in a job. */
@CommandLine.Command(
    footer = {
      "",
      "Prints a line for each label, in their order: label, records, with a tab between. If",
      "records have several labels, the first one is counted (a note says so), or the one of",
      "--label-column K. In InsightFace sets only the images are counted, by their first label.",
      "If pack made the labels from folders, --json has the folders' names, and the totals show",
      "the first ones.",
      "",
      "Examples:",
      "  recordio labels train.rec",
      "  recordio labels --json hdfs:///data/train"
    })
public final class LabelsCommand extends Command {
  private static final int NAMES_SHOWN = 20;

  @Parameters(
      paramLabel = "INPUT",
      description = "File, folder, glob, or a list of them with ; or , between.")
  private String input;

  @Override
  protected void declare(KeyOptions options) {
    options.add("--label-column", "K", ArrangeConf.LABEL_COLUMN);
  }

  @Override
  protected ExitCode run() throws Exception {
    DamageSettings.of(conf()).requireQuarantineFolder();
    var request = CensusRequest.of(CensusNote.FIRST_LABEL);
    try (var census = new CensusJob(conf(), request, InputSpec.parse(input), false)) {
      name(census.job(), input, "labels");
      Counters counted = runJob(census.job());
      SkippedRecords skipped = SkippedRecords.of(counted);
      skipped.check(conf());
      LabelCensus labels = LabelCensus.of(census.result());
      if (labels.several() > 0) {
        note(
            String.format(
                Locale.ROOT,
                labels.several() == 1
                    ? "%,d record has several labels; the first is counted (%s)"
                    : "%,d records have several labels; the first of each is counted (%s)",
                labels.several(),
                "--label-column K counts another"));
      }
      print(labels, counted);
      return skipped(skipped);
    }
  }

  private void print(LabelCensus labels, Counters counted) throws IOException {
    // Of several labels the first need not be a class: of boxes it is the width of a header.
    boolean isClass = labels.several() == 0 || !ArrangeConf.LABEL_COLUMN.get(conf()).isEmpty();
    LabelNames names = isClass ? LabelNames.of(conf(), InputSpec.parse(input)) : LabelNames.NONE;
    long bookkeeping = counted.findCounter(RecordIOCounter.BOOKKEEPING_RECORDS).getValue();
    long records = RecordFormat.RECORDS.read(counted) - bookkeeping;
    List<Float> sorted = labels.sorted();
    var values = new ArrayList<Map<String, Object>>();
    var totals =
        new Totals()
            .count("records", records)
            .value("bookkeepingRecords", bookkeeping)
            .value("severalLabels", labels.several())
            .value("labels", values)
            .show("labels", sorted.size());
    int shown = 0;
    for (float label : sorted) {
      long count = labels.count(ClassLabel.bits(label));
      String name = names.of(label);
      var value = new Totals().value("label", label).value("records", count);
      if (name != null) {
        value.value("name", name);
        if (shown++ < NAMES_SHOWN) {
          totals.show("  " + name, count);
        }
      }
      values.add(value.values());
      if (!asJson()) {
        results().digits(LabelCensus.text(label)).number(count).end();
      }
    }
    print(
        totals
            .showIfAny("records of several labels", labels.several())
            .showIfAny(Totals.BOOKKEEPING, bookkeeping));
  }
}
