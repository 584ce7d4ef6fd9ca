// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.run.split.HostedSplit;
import dev.recordio.task.TaskRecords;
import java.io.IOException;

/** Summarizes the records of a split. */
final class InfoTask extends UnitTask<HostedSplit, RecordSummary> {
  /** How many records there are between two signs of life. */
  private static final int RECORDS_A_SIGN = 1 << 12;

  private final byte[] start = new byte[RecordSummary.START_BYTES];

  InfoTask() {
    super(Serde.of(HostedSplit::new), Serde.of(RecordSummary::new));
  }

  @Override
  protected RecordSummary run(HostedSplit split, TaskContext task) throws IOException {
    var summary = new RecordSummary();
    summary.faces().begin(split.getPath().toString());
    try (var records = TaskRecords.open(task.attempt(), null, split, true)) {
      for (int i = 1; records.stepped(records.reader().next()); i++) {
        RecordRangeReader record = records.reader().record();
        record.prefix(start);
        summary.add(start, record.payloadLength(), record.parts(), record.offset());
        if (i % RECORDS_A_SIGN == 0) {
          task.progress(records.reader().progress());
        }
      }
    }
    return summary;
  }
}
