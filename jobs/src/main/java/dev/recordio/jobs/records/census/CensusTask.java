// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.run.split.SplitFile;
import dev.recordio.jobs.shard.ShardOutputFormat;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Counts the records of splits, and writes their places to one census file. */
abstract class CensusTask extends UnitTask<List<NumberedSplit>, Void> {
  CensusTask() {
    super(new Serde<>(CensusTask::write, CensusTask::read));
  }

  private static void write(List<NumberedSplit> splits, DataOutput out) throws IOException {
    SplitFile.writeMembers(out, List.copyOf(splits));
  }

  private static List<NumberedSplit> read(DataInput in) throws IOException {
    return SplitFile.readMembers(in).stream().map(NumberedSplit.class::cast).toList();
  }

  /** Begins the file of a task. */
  abstract void begin(TaskContext task);

  /**
   * Writes the records of a split.
   *
   * @param done which part of the task's splits comes before it, 0 to 1
   * @param part which part of them it is
   */
  abstract void count(NumberedSplit split, CensusFile.Writer out, float done, float part)
      throws IOException, InterruptedException;

  @Override
  protected final Void run(List<NumberedSplit> splits, TaskContext task)
      throws IOException, InterruptedException {
    begin(task);
    int first = splits.get(0).ordinal();
    Path file = ShardOutputFormat.workFile(task.attempt(), "", first, CensusFile.SUFFIX);
    try (var out = new CensusFile.Writer(task.conf(), file)) {
      for (int i = 0; i < splits.size(); i++) {
        count(splits.get(i), out, (float) i / splits.size(), 1f / splits.size());
        out.end();
      }
      out.finish();
    }
    return null;
  }
}
