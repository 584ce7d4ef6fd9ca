// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.io.IOException;
import org.apache.hadoop.hive.ql.io.StatsProvidingRecordWriter;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.io.Writable;

/** A writer that reports to Hive how many rows, of how many bytes, it has written. */
abstract class CountingWriter implements StatsProvidingRecordWriter {
  private long rows;
  private long bytes;

  /** Writes a row; returns what it takes in memory, in bytes. */
  abstract long put(Writable value) throws IOException;

  @Override
  public final void write(Writable value) throws IOException {
    bytes += put(value);
    rows++;
  }

  @Override
  public final SerDeStats getStats() {
    var stats = new SerDeStats();
    stats.setRowCount(rows);
    stats.setRawDataSize(bytes);
    return stats;
  }

  /** Hive names files without a suffix that would identify the codec. */
  static void refuseCompression(boolean compressed) throws IOException {
    if (compressed) {
      throw new IOException(
          "files of RecordIO and LibSVM tables are not compressed: SET hive.exec.compress.output"
              + " to false");
    }
  }
}
