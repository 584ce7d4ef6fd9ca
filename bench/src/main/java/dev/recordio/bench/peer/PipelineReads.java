// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.RowSums;
import dev.recordio.bench.harness.Tally;
import dev.recordio.reader.Reader;
import dev.recordio.reader.Readers;
import dev.recordio.reader.Record;
import dev.recordio.reader.Row;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** The ways to read a whole pipeline to its end. */
public final class PipelineReads {
  private PipelineReads() {}

  /** Touches the first and the last byte of each record. */
  public static Tally records(Configuration conf, String spec) throws IOException {
    long records = 0;
    long bytes = 0;
    long checksum = 0;
    try (Reader<Record> reader = Readers.open(conf, spec)) {
      while (reader.next()) {
        Record record = reader.get();
        checksum = Tally.mix(checksum, record.bytes(), record.offset(), record.length());
        bytes += record.length();
        records++;
      }
    }
    return new Tally(records, bytes, checksum);
  }

  /** The same, with a checksum that does not depend on the order: the sum of what is touched. */
  public static Tally unordered(Configuration conf, String spec) throws IOException {
    long records = 0;
    long bytes = 0;
    long sum = 0;
    try (Reader<Record> reader = Readers.open(conf, spec)) {
      while (reader.next()) {
        Record record = reader.get();
        sum += Tally.mix(0, record.bytes(), record.offset(), record.length());
        bytes += record.length();
        records++;
      }
    }
    return new Tally(records, bytes, sum);
  }

  /** Adds up the rows, a block of them at a time. */
  public static RowSums rows(Configuration conf, String spec) throws IOException {
    RowSums sums = RowSums.NONE;
    long rows = 0;
    try (Reader<Row> reader = Readers.open(conf, spec)) {
      while (reader.next()) {
        Row row = reader.get();
        if (row.row() == 0) {
          sums = sums.plus(row.block());
        }
        rows++;
      }
    }
    if (rows != sums.rows()) {
      throw new IllegalStateException("expected " + sums.rows() + " rows, found " + rows);
    }
    return sums;
  }
}
