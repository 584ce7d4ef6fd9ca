// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.census.LabelCensus;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.records.rewrite.LabelsJob;
import dev.recordio.jobs.rows.LabelNames;
import dev.recordio.jobs.run.SkippedRecords;
import dev.recordio.jobs.run.Totals;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.task.RecordIOCounter;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.mapreduce.Counters;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Counts the records of each label, in a job. */
@CommandLine.Command(
    footer = {
      "",
      "Prints a line for each label, in their order: label, records, with a tab between. Of records",
      "with several labels the first is counted, which a note says, or the one of --label-column K.",
      "Of InsightFace sets the images alone are counted, by their first label. Where pack made the",
      "labels of folders, --json has their names, and the totals show the first ones.",
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
    try (var job = new LabelsJob(conf(), InputSpec.parse(input))) {
      name(job.census(), input, "labels");
      Counters counted = runJob(job.census());
      SkippedRecords skipped = SkippedRecords.of(counted);
      skipped.check(conf());
      if (job.several() > 0) {
        note(
            String.format(
                Locale.ROOT,
                job.several() == 1
                    ? "%,d record has several labels; the first is counted (%s)"
                    : "%,d records have several labels; the first of each is counted (%s)",
                job.several(),
                "--label-column K counts another"));
      }
      print(job, counted);
      return skipped(skipped);
    }
  }

  private void print(LabelsJob job, Counters counted) throws IOException {
    LabelCensus labels = job.labels();
    LabelNames names = LabelNames.of(conf(), InputSpec.parse(input));
    long bookkeeping = counted.findCounter(RecordIOCounter.BOOKKEEPING_RECORDS).getValue();
    long records = RecordFormat.RECORDS.read(counted) - bookkeeping;
    List<Float> sorted = labels.sorted();
    if (asJson()) {
      ObjectNode root = new ObjectMapper().createObjectNode();
      root.put("records", records);
      root.put("bookkeepingRecords", bookkeeping);
      root.put("severalLabels", job.several());
      ArrayNode array = root.putArray("labels");
      for (float label : sorted) {
        ObjectNode one = array.addObject().put("label", label).put("records", count(labels, label));
        if (names.of(label) != null) {
          one.put("name", names.of(label));
        }
      }
      printJson(root);
    } else {
      for (float label : sorted) {
        out().println(LabelCensus.text(label) + "\t" + count(labels, label));
      }
    }
    var totals = new Totals().count("records", records).count("labels", sorted.size());
    sorted.stream()
        .filter(label -> names.of(label) != null)
        .limit(NAMES_SHOWN)
        .forEach(label -> totals.count("  " + names.of(label), count(labels, label)));
    print(totals.countIfAny("records of several labels", job.several()).bookkeeping(bookkeeping));
  }

  private static long count(LabelCensus labels, float label) {
    return labels.count(ClassLabel.bits(label));
  }
}
