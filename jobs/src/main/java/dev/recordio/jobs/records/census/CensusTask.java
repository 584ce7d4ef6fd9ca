// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Counts the records of splits; all splits of a task have one file of places. */
abstract class CensusTask extends UnitTask<NumberedSplit, CensusFile.Total> {
  private CensusFile.Writer out;

  CensusTask() {
    super(NumberedSplit.SERDE, Serde.ofFields(CensusFile.Total.class));
  }

  /** Called before the first split of a task. */
  abstract void begin(TaskContext task) throws IOException;

  /** Writes the records of a split; returns what to report of it. */
  abstract CensusFile.Total count(NumberedSplit split, CensusFile.Writer to)
      throws IOException, InterruptedException;

  @Override
  protected final CensusFile.Total run(NumberedSplit split, TaskContext task)
      throws IOException, InterruptedException {
    if (out == null) {
      begin(task);
      Path work = FileOutputFormat.getWorkOutputPath(task.attempt());
      out = new CensusFile.Writer(task.conf(), work, split.ordinal());
    }
    return count(split, out);
  }

  @Override
  protected final void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
