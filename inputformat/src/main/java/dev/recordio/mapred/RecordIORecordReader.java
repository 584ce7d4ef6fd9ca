// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.fs.input.InputRange;
import dev.recordio.task.TaskRecords;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** Reads the records of one split into keys and values of the caller. */
final class RecordIORecordReader extends PositionedReader<BytesWritable> {
  private final TaskRecords records;
  private final boolean keysOnly;
  private boolean ahead; // whether the reader is at a record that is still to be returned

  /**
   * Opens a split.
   *
   * @param keysOnly whether values stay empty: then payloads are not read, if damage is an error
   */
  RecordIORecordReader(JobConf job, List<InputRange> ranges, Reporter reporter, boolean keysOnly) {
    super(ranges.isEmpty() ? 0 : ranges.get(ranges.size() - 1).end());
    this.keysOnly = keysOnly;
    String attempt = job.get(MRJobConfig.TASK_ATTEMPT_ID); // null outside of a task
    Path work = FileOutputFormat.getWorkOutputPath(job);
    var counters = new ReporterCounters(reporter);
    records = TaskRecords.open(job, ranges, counters, work, attempt, keysOnly);
  }

  private boolean step() throws IOException {
    return records.stepped(records.reader().next());
  }

  @Override
  boolean read(LongWritable key, BytesWritable value) throws IOException {
    if (!ahead && !keysOnly) {
      return records.stepped(records.reader().next(key, value));
    }
    if (!ahead && !step()) {
      return false;
    }
    ahead = false;
    if (keysOnly) {
      key.set(records.reader().record().offset());
      value.setSize(0);
    } else {
      records.reader().get(key, value);
    }
    return true;
  }

  @Override
  public BytesWritable createValue() {
    return new BytesWritable();
  }

  @Override
  long peek() throws IOException {
    ahead = ahead || step();
    return ahead ? records.reader().record().offset() : -1;
  }

  @Override
  float consumed() {
    return records.reader().progress();
  }

  @Override
  void release() throws IOException {
    records.close();
  }
}
