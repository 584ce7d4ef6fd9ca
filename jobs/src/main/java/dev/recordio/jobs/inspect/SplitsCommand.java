// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import dev.recordio.fs.input.InputRange;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.result.ResultTable;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.task.SplitRanges;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the splits that a job over the input would have. */
@CommandLine.Command(
    footer = {
      "",
      "Prints a line a split, with tabs between: file, start, length, offset of the first record (- for",
      "none), hosts (- for none). A part over several files has a line for each.",
      "",
      "Examples:",
      "  recordio splits hdfs:///data/train",
      "  recordio splits -D mapreduce.input.fileinputformat.split.maxsize=65536 train.rec",
      "  recordio splits -D recordio.input.parts=4 'part-0.rec;part-1.rec'"
    })
public final class SplitsCommand extends Command {
  @Parameters(
      paramLabel = "INPUT",
      description = "File, folder, glob, or a list of them with ; or , between.")
  private String input;

  @Option(
      names = "--bytes-read",
      description = "A sixth column: the bytes that were read to find the first record.")
  private boolean bytesRead;

  private long splits;
  private long bytes;
  private long searched;

  @Override
  protected ResultTable.Columns columns() {
    return new ResultTable.Columns(
        "splits", "file", "start", "length", "firstRecordOffset", "hosts", "bytesRead");
  }

  @Override
  protected ExitCode run() throws Exception {
    SplitStart.setReads(conf());
    Job job = Job.getInstance(conf());
    RecordIOInputFormat.setInput(job, input);
    for (InputSplit split : new RecordIOInputFormat().getSplits(job)) {
      List<InputRange> ranges = SplitRanges.of(split);
      for (InputRange range : ranges) {
        print(range, split.getLocations());
      }
      splits++;
    }
    print(
        new Totals()
            .count("splits", splits)
            .bytes("bytes", bytes)
            .bytes("read to find the first records", searched));
    return ExitCode.OK;
  }

  private void print(InputRange range, String[] hosts) throws IOException {
    SplitStart first = SplitStart.of(conf(), range);
    ResultTable row =
        results()
            .text(range.path().toString())
            .number(range.start())
            .number(range.length())
            .digits(first.offset() < 0 ? null : Long.toString(first.offset()))
            .texts(List.of(hosts));
    if (bytesRead) {
      row.number(first.bytesRead());
    }
    row.end();
    searched += first.bytesRead();
    bytes += range.length();
  }
}
