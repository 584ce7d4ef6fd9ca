// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.split;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.store.GatherBatch;
import org.apache.hadoop.conf.Configuration;

/**
 * How many records are gathered at a time where they are read one after the other: as many as have
 * about an eighth of {@code recordio.gather.batch-size} by those read last, at first few.
 */
public final class ReadWindow {
  private static final int MAX_RECORDS = 1 << 14;
  private static final int FIRST_RECORDS = 64;
  private static final int WINDOWS_OF_BATCH = 8;
  private static final int GROWTH = 4;

  private final long bytes;
  private int records = FIRST_RECORDS;

  /** Creates a window; nothing is known of the records. */
  public ReadWindow(Configuration conf) {
    bytes = Math.max(1, RecordIOConf.GATHER_BATCH_SIZE.getInt(conf) / WINDOWS_OF_BATCH);
  }

  /** Notes how many bytes records have, about, before the first are read. */
  void expect(long recordBytes) {
    records = (int) Math.max(1, Math.min(FIRST_RECORDS, bytes / Math.max(1, recordBytes)));
  }

  /** Returns how many records to gather next. */
  public int records() {
    return records;
  }

  /** Notes what was gathered. */
  public void read(GatherBatch batch) {
    long found = 0;
    for (int field = 0; field < batch.schema().fields().size(); field++) {
      for (int i = 0; i < batch.size(); i++) {
        found += batch.length(field, i);
      }
    }
    long fit = found == 0 ? MAX_RECORDS : Math.max(1, bytes * batch.size() / found);
    records = (int) Math.min(Math.min(MAX_RECORDS, (long) GROWTH * records), fit);
  }
}
