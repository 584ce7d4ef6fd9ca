// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.census;

import dev.recordio.jobs.run.split.HostedSplit;
import dev.recordio.jobs.run.split.SplitGroup;
import dev.recordio.jobs.shard.ShardOutputFormat;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Mapper;

/** Walks the splits of a census task, including those without records. */
abstract class CensusWalk {
  private final Mapper<?, ?, ?, ?>.Context context;
  private final InputSplit task;
  private final List<HostedSplit> splits;
  private int at = -1;

  CensusWalk(Mapper<?, ?, ?, ?>.Context context) {
    this.context = context;
    task = context.getInputSplit();
    splits = SplitGroup.members(task);
  }

  /** Begins a split. */
  abstract void begin(NumberedSplit split, CensusFile.Writer out) throws IOException;

  /** Counts the reader's current records. */
  abstract void count(NumberedSplit split, CensusFile.Writer out)
      throws IOException, InterruptedException;

  /** Ends a split; not called after an error. */
  abstract void end(CensusFile.Writer out) throws IOException;

  /** Writes the file of the task. */
  final void run() throws IOException, InterruptedException {
    int first = ((NumberedSplit) splits.get(0)).ordinal();
    Path file = ShardOutputFormat.workFile(context, "", first, CensusFile.SUFFIX);
    try (var out = new CensusFile.Writer(context.getConfiguration(), file)) {
      step(out);
      while (context.nextKeyValue()) {
        while (splits.get(at) != SplitGroup.current(task)) {
          step(out);
        }
        count((NumberedSplit) splits.get(at), out);
      }
      while (at < splits.size()) {
        step(out);
      }
      out.finish();
    }
  }

  private void step(CensusFile.Writer out) throws IOException {
    if (at >= 0) {
      end(out);
      out.end();
    }
    at++;
    if (at < splits.size()) {
      begin((NumberedSplit) splits.get(at), out);
    }
  }
}
