// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.mapreduce.RowLinesInputFormat;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;

/** Reads the rows of the splits of {@link NumberedInputFormat}. */
final class RowCensusInputFormat extends RowLinesInputFormat {
  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return new NumberedInputFormat().getSplits(job);
  }
}
