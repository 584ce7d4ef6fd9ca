// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.RecordRangeReader;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;

/**
 * Takes each record that a verification reads, so that one pass over the input is enough for both.
 * There is one for each range of a file; a class of them has a constructor without parameters.
 */
public interface RecordVisitor {
  /** Begins a range, before its records. */
  void begin(Configuration conf, InputRange range) throws IOException;

  /** Takes the record that {@code reader} is at. */
  void visit(RecordRangeReader reader) throws IOException;

  /** Returns what the job's client gets, after the last record. */
  Writable result();
}
