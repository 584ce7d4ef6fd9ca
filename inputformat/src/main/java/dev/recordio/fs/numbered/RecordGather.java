// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.gather.Gather;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.wire.RecordCursor;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.PrimitiveIterator;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Reads records in any order, by their places in a list of indexes, or in a table: the records of
 * the first index have the places 0, 1, ..., the records of the second follow. A place may come
 * more than once.
 *
 * <p>Records are fetched batch by batch through {@link Gather}. Each must begin where its index
 * says, end where the next one begins and, where the index has checksums, have the right one: a
 * wrong index gives an error, under every policy about damage, never a wrong record.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RecordGather implements Closeable {
  /**
   * A longer record's headers are checked before memory is allocated for it: an index may lack
   * records.
   */
  private static final int MAX_UNSEEN_BYTES = 4 << 20;

  private final PlaceQueue places;
  private final DamageTracker damage;
  private final Gather gather;
  private final RecordDoubts doubts;
  private final RecordCheck check = new RecordCheck();
  private final RecordCursor cursor = check.cursor();

  // By the indexes, for each range: a second look at them would find them out of the cache.
  private int[] checksums = new int[64];

  private int ready; // ranges of the gather that have been fetched
  private int next; // of them
  private long place; // of the current record
  private long taken; // of the current record
  private int indexNumber; // of the current record
  private RecordIndex index; // of the current record
  private int record; // of the current record, in its index
  private long begin; // of the current record, in its file
  private long multiPartRecords;

  /**
   * Creates a reader.
   *
   * @param conf gives the file systems and the keys {@code recordio.gather.*}
   * @param indexes where the records are
   * @param places which records to read, and in which order; taken batch by batch
   * @param damage what to do with damaged records; an index that is not its file's is an error
   */
  public RecordGather(
      Configuration conf,
      List<RecordIndex> indexes,
      PrimitiveIterator.OfLong places,
      DamageTracker damage) {
    this(conf, RecordTable.of(conf, indexes), places, damage);
  }

  /**
   * Creates a reader of the records of a table, which the caller closes.
   *
   * @param conf gives the file systems and the keys {@code recordio.gather.*}
   * @param table where the records are
   * @param places which records to read, and in which order; taken batch by batch
   * @param damage what to do with damaged records; an index that is not its file's is an error
   */
  @InterfaceAudience.Private
  public RecordGather(
      Configuration conf,
      RecordTable table,
      PrimitiveIterator.OfLong places,
      DamageTracker damage) {
    this.damage = damage;
    this.places = new PlaceQueue(table);
    this.places.restart(places);
    gather = new Gather(conf, table.paths(), table.maxOpenFiles());
    doubts = new RecordDoubts(conf);
  }

  /**
   * Begins again with other places; files stay open, and what is in memory of indexes stays there.
   *
   * @param places which records to read, and in which order; taken batch by batch
   */
  @InterfaceAudience.Private
  public void restart(PrimitiveIterator.OfLong places) {
    this.places.restart(places);
    gather.clear();
    ready = 0;
    next = 0;
  }

  /**
   * Steps to the next record.
   *
   * @return false when there is no further place
   * @throws MalformedRecordException for a record that is damaged, under the policy "fail" or
   *     beyond the thresholds; under every policy for an index that is not the file's
   */
  public boolean next() throws IOException {
    while (next < ready || fetch()) {
      int range = next++;
      set(range);
      begin = gather.offset(range);
      MalformedRecordException wrong = check(range);
      if (wrong == null) {
        damage.sound(gather.length(range));
        multiPartRecords += cursor.parts() > 1 ? 1 : 0;
        return true;
      }
      pass(wrong);
    }
    damage.finish();
    return false;
  }

  /** Fails for damage, or skips the current record. */
  private void pass(MalformedRecordException wrong) throws IOException {
    damage.check(wrong);
    damage.add(wrong, offset(), index.end(record), true);
  }

  private boolean fetch() throws IOException {
    places.begin(ready);
    gather.clear();
    ready = 0;
    next = 0;
    boolean full = false;
    while (!full && places.has(gather.count())) {
      full = !request(gather.count());
    }
    gather.fetch();
    ready = gather.count();
    return ready > 0;
  }

  /**
   * Adds the record of the next place to the batch; or skips it, when its length is damaged.
   *
   * @param range the place in the batch
   * @return false when the batch is full
   */
  private boolean request(int range) throws IOException {
    set(range);
    begin = index.offset(record);
    long bytes = index.end(record) - begin;
    if (bytes > MAX_UNSEEN_BYTES && !doubts.fits(index, record)) {
      if (range > 0) {
        return false; // those before it come first
      }
      places.drop(1);
      pass(doubts.ofLength(index, record));
      return true;
    }
    if (!gather.add(indexNumber, begin, (int) bytes)) {
      return false;
    }
    if (range == checksums.length) {
      checksums = Arrays.copyOf(checksums, 2 * range);
    }
    checksums[range] = index.hasChecksums() ? index.checksum(record) : 0;
    return true;
  }

  /** Makes the record of a range of the batch the current one. */
  private void set(int range) {
    place = places.number(range);
    taken = places.dropped() + range;
    indexNumber = places.part(range);
    index = places.index(range);
    record = places.record(range);
  }

  /**
   * Returns the damage of a range's record; null if there is none.
   *
   * @throws MalformedRecordException when the index is not the file's
   */
  private MalformedRecordException check(int range) throws IOException {
    MalformedRecordException wrong =
        check.frame(
            index,
            record,
            begin,
            begin + gather.length(range),
            gather.bytes(),
            gather.start(range));
    if (wrong != null) {
      return doubts.ofFrame(index, record, wrong);
    }
    return index.hasChecksums() && !check.hasChecksum(checksums[range])
        ? doubts.ofPayload(index, record, check)
        : null;
  }

  /** Returns the place of the current record in the list of indexes, or in the table. */
  public long place() {
    return place;
  }

  /**
   * Returns the current record's number, from 0, among the requested places. Damaged records that
   * were skipped count, too.
   */
  @InterfaceAudience.Private
  public long taken() {
    return taken;
  }

  /**
   * Returns the number, from 0, of the current record's index in the list, or file in the table.
   */
  public int indexNumber() {
    return indexNumber;
  }

  /** Returns the index of the current record; with a table, it may be a part of the index. */
  public RecordIndex index() {
    return index;
  }

  /** Returns the current record's place in {@link #index}. */
  public int record() {
    return record;
  }

  /** Returns the file of the current record. */
  public Path path() {
    return index.file();
  }

  /** Returns the offset in its file of the current record's first header. */
  public long offset() {
    return begin;
  }

  /** Returns the array with the payload; good until the next call of {@link #next}. */
  public byte[] buffer() {
    return gather.bytes();
  }

  /** Returns where the payload begins in {@link #buffer}. */
  public int payloadOffset() {
    return cursor.payloadOffset();
  }

  /** Returns the length of the payload in bytes. */
  public int payloadLength() {
    return cursor.payloadLength();
  }

  /** Returns the number of records so far that are stored in more than one part. */
  public long multiPartRecords() {
    return multiPartRecords;
  }

  /** Returns the bytes read so far, gaps included. */
  public long bytesRead() {
    return gather.bytesRead();
  }

  /** Returns the number of reads so far. */
  public long reads() {
    return gather.reads();
  }

  @Override
  public void close() throws IOException {
    try (gather) {
      doubts.close();
    }
  }
}
