// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.RecordRangeReader;
import dev.recordio.mapreduce.TaskRecords;
import java.io.IOException;

/**
 * Records of a split that follow each other, handed to a mapper as one value. At each step of a
 * task's reader Hadoop adds up the statistics of a file system over all threads that ever used it,
 * which costs several times what a short record does.
 */
final class RecordRun {
  /** A run goes on while records begin within so many bytes: progress is told between runs. */
  private static final int BYTES = 1 << 18;

  private final TaskRecords records;
  private long end;
  private boolean first;

  RecordRun(TaskRecords records) {
    this.records = records;
  }

  /** Begins another run; returns false when the split has no further record. */
  boolean begin() throws IOException {
    first = step();
    end = records.reader().position() + BYTES;
    return first;
  }

  /** Steps to the run's next record; returns false behind the last one. */
  boolean next() throws IOException {
    if (first) {
      first = false;
      return true;
    }
    return records.reader().position() < end && step();
  }

  private boolean step() throws IOException {
    return records.stepped(records.reader().next());
  }

  /** Returns the reader that stands on the record. */
  RecordRangeReader record() {
    return records.reader().record();
  }
}
