// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.split;

import dev.recordio.store.GatherBatch;
import dev.recordio.store.Missing;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.StoreGather;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.manifest.IdRanges.Range;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.task.TaskCounters;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The live records of a split, by ascending ids. They are gathered in windows ({@link ReadWindow}).
 * For use by one thread.
 */
public final class StoreSplitReader implements Closeable {
  private final StoreGather gather;
  private final List<Range> ranges;
  private final ReadWindow window;
  private final long all;
  private final StoreRecord record;
  private final TaskCounters counters;
  private GatherBatch batch;
  private int at; // in the batch
  private int range;
  private long nextId; // of the range
  private long done; // ids of windows that were read
  private long countedBytes;

  /**
   * Opens the store.
   *
   * @param fields the names of the fields; null: all; empty: only ids
   * @param counters count records and bytes, window by window
   */
  public StoreSplitReader(
      Configuration conf,
      Path store,
      List<String> fields,
      PlannedSplit split,
      TaskCounters counters)
      throws IOException {
    this.counters = counters;
    Snapshot snapshot = Store.open(conf, store).snapshot(split.generation());
    gather = gather(snapshot, fields).missing(Missing.SKIP);
    record = new StoreRecord(gather.schema());
    ranges = split.ids().ranges();
    all = split.ids().count();
    nextId = all == 0 ? 0 : ranges.get(0).from();
    window = new ReadWindow(conf);
    window.expect(all == 0 ? 0 : split.bytes() / all);
  }

  private static StoreGather gather(Snapshot snapshot, List<String> fields) {
    return fields == null
        ? snapshot.gather()
        : fields.isEmpty() ? snapshot.gatherIds() : snapshot.gather(fields);
  }

  /** Steps to the next record; false after the last one. */
  public boolean next() throws IOException {
    at++;
    while (batch == null || at >= batch.size()) {
      if (range == ranges.size()) {
        return false;
      }
      readWindow();
    }
    record.set(batch, at);
    return true;
  }

  private void readWindow() throws IOException {
    closeBatch();
    long[] wanted = new long[(int) Math.min(window.records(), all - done)];
    for (int i = 0; i < wanted.length; i++) {
      wanted[i] = nextId++;
      if (nextId == ranges.get(range).to() && ++range < ranges.size()) {
        nextId = ranges.get(range).from();
      }
    }
    batch = gather.get(wanted);
    at = 0;
    done += wanted.length;
    counters.add(RecordIOCounter.RECORDS_READ, batch.size());
    counters.add(RecordIOCounter.BYTES_READ, gather.bytesRead() - countedBytes);
    countedBytes = gather.bytesRead();
    window.read(batch);
  }

  private void closeBatch() {
    if (batch != null) {
      batch.close();
      batch = null;
    }
  }

  /** Returns the current record: a view, valid until the next call of {@link #next}. */
  public StoreRecord record() {
    return record;
  }

  /** Returns the part of the ids that has been read, 0 to 1. */
  public float progress() {
    return all == 0 ? 1 : (float) done / all;
  }

  @Override
  public void close() throws IOException {
    closeBatch();
    range = ranges.size();
    gather.close();
  }
}
