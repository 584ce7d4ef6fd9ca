// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import java.io.IOException;
import java.util.Arrays;
import java.util.PrimitiveIterator;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Places taken from an iterator, many at once, and for each the index that holds its record. They
 * are counted from the first one that has not been dropped. Nothing is lost when a look-up fails:
 * it is tried again.
 */
final class PlaceQueue {
  private static final int FIRST_RUN = 64;
  private static final AtomicLong BATCHES = new AtomicLong();

  private final RecordTable table;
  private PrimitiveIterator.OfLong places;

  private long[] numbers = new long[FIRST_RUN];
  private RecordIndex[] indexes = new RecordIndex[FIRST_RUN];
  private int[] parts = new int[FIRST_RUN];
  private int[] records = new int[FIRST_RUN]; // in their indexes
  private int taken; // from the iterator
  private int found; // of those taken, from the first one on
  private long dropped;
  private int lastBatch; // how many places the batch before had
  private long batch; // a number that no other batch has
  private int used; // stretches of indexes, which the batch keeps in memory

  PlaceQueue(RecordTable table) {
    this.table = table;
  }

  /** Takes other places from now on; forgets all before. */
  void restart(PrimitiveIterator.OfLong places) {
    this.places = places;
    drop(found);
    taken = 0;
    dropped = 0;
    beginBatch();
  }

  /** Looks a single place up. */
  void find(long number) throws IOException {
    beginBatch();
    numbers[0] = number;
    table.find(this, 0, 1);
  }

  /** Drops the first places, and begins a batch: what it uses of indexes stays in memory. */
  void begin(int drop) {
    lastBatch = drop;
    drop(drop);
    beginBatch();
  }

  /** Drops the first places. */
  void drop(int count) {
    int left = found - count;
    move(numbers, count);
    move(indexes, count);
    move(parts, count);
    move(records, count);
    Arrays.fill(indexes, left, found, null);
    taken -= count;
    found = left;
    dropped += count;
  }

  private void move(Object column, int count) {
    System.arraycopy(column, count, column, 0, taken - count);
  }

  /** Returns how many places were dropped, since the first one of the iterator. */
  long dropped() {
    return dropped;
  }

  /**
   * Whether there is a place {@code i}: looks up more if needed.
   *
   * @return false after the last one, or if the batch can't use more of the indexes
   */
  boolean has(int i) throws IOException {
    return i < found || more(i);
  }

  private boolean more(int batch) throws IOException {
    int run = Math.min(Math.max(FIRST_RUN, Math.max(batch, lastBatch)), table.maxRun());
    if (found > 0 && used + run > table.maxUses()) {
      return false;
    }
    int end = found + run;
    if (end > numbers.length) {
      int size = Math.max(end, numbers.length * 2);
      numbers = Arrays.copyOf(numbers, size);
      indexes = Arrays.copyOf(indexes, size);
      parts = Arrays.copyOf(parts, size);
      records = Arrays.copyOf(records, size);
    }
    while (taken < end && places.hasNext()) {
      numbers[taken++] = places.nextLong();
    }
    table.find(this, found, taken);
    found = taken;
    return batch < found;
  }

  private void beginBatch() {
    batch = BATCHES.incrementAndGet();
    used = 0;
  }

  /** Returns the number of the batch, which no other one has. */
  long batch() {
    return batch;
  }

  /** Counts a stretch that the batch uses. */
  void use() {
    used++;
  }

  void set(int i, int part, RecordIndex index, int record) {
    parts[i] = part;
    indexes[i] = index;
    records[i] = record;
  }

  /** Returns place {@code i}. */
  long number(int i) {
    return numbers[i];
  }

  /** Returns the index that holds the record at place {@code i}: whole or a part. */
  RecordIndex index(int i) {
    return indexes[i];
  }

  /** Returns which record of {@link #index} that is. */
  int record(int i) {
    return records[i];
  }

  /** Returns which part of the table that is. */
  int part(int i) {
    return parts[i];
  }
}
