// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.gather.WorkerThreads;
import dev.recordio.fs.index.InsightFaceFiles;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.numbered.RecordGather;
import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.order.RecordOrder;
import dev.recordio.reader.Record;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage.Hint;
import dev.recordio.reader.source.RecordSource.RecordReading;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.PrimitiveIterator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Records by their numbers, in any order: batches of them are fetched through the indexes. */
final class RecordsByNumber implements RecordReading {
  private final RecordTable table;
  private final RecordGather gather;
  private final DamageTracker damage;
  private final ImageNumbers images; // null: all records are taken
  private Source<?>.Turn turn;
  private long from; // item of the share that was asked for first

  /** Opens the indexes. */
  RecordsByNumber(Configuration conf, List<FileStatus> files, DamageTracker damage)
      throws IOException {
    this.damage = damage;
    table = RecordTable.open(conf, files);
    try {
      InsightFaceDialect[] sets =
          InsightFaceFiles.lookAll(conf, files.stream().map(FileStatus::getPath).toList());
      boolean any = Arrays.stream(sets).anyMatch(Objects::nonNull);
      images = any ? new ImageNumbers(conf, files, sets, table, damage) : null;
    } catch (IOException | RuntimeException | Error e) {
      try (table) {
        throw e;
      }
    }
    gather = new RecordGather(conf, table, LongStream.empty().iterator(), damage);
  }

  /** Whether each file has a binary index beside it, and can be read by number. */
  static boolean areIndexed(Configuration conf, List<FileStatus> files) throws IOException {
    Predicate<Path> uncompressed = SplitPlanner.uncompressed(conf);
    var missing = new AtomicBoolean();
    try (var threads = new WorkerThreads(RecordIOConf.GATHER_THREADS.getInt(conf))) {
      threads.run(
          files.size(),
          (i, worker) -> {
            Path file = files.get(i).getPath();
            Path index = RecordFiles.binaryIndex(file);
            if (!missing.get()
                && !(uncompressed.test(file) && Files.isThere(index.getFileSystem(conf), index))) {
              missing.set(true);
            }
          });
    }
    return !missing.get();
  }

  /** Returns the number of records; as everywhere here, those that are left out do not count. */
  long count() {
    return table.total() - (images == null ? 0 : images.leftOut());
  }

  /** Returns the first record that begins in a file at {@code offset} or after it. */
  long firstFrom(int file, long offset) throws IOException {
    long record = firstFrom(table, file, offset);
    return images == null ? record : images.image(record);
  }

  /** Returns the first record of a table that begins in a file at {@code offset} or after it. */
  static long firstFrom(RecordTable table, int file, long offset) throws IOException {
    long low = table.first(file);
    if (offset == 0) { // also at the end, where there is no file
      return low;
    }
    long high = table.first(file + 1);
    while (low < high) {
      long middle = low + high >>> 1;
      if (table.offset(middle) < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns where a record is: a place to read from, in the order of the files. */
  Hint place(long number) throws IOException {
    long record = images == null ? number : images.record(number);
    return new Hint(table.partOf(record), table.offset(record), number);
  }

  /**
   * Begins an epoch.
   *
   * @param order its order
   * @param fetched the positions of the share, for records that are fetched
   * @param handed the same, for records that are handed out later
   * @param first how many items of the share come before the first one
   */
  void begin(RecordOrder order, Source<?>.Turn fetched, Source<?>.Turn handed, long first) {
    turn = handed;
    from = first;
    gather.restart(new Items(order, fetched, first, images));
    if (images != null) {
      damage.leaveOut(images.leftOut());
    }
  }

  @Override
  public long next(Record view) throws IOException {
    if (!gather.next()) {
      return -1;
    }
    long k = from + gather.taken();
    view.setPayload(gather.buffer(), gather.payloadOffset(), gather.payloadLength());
    view.setPlace(turn.at(k), number(), gather.path(), gather.offset());
    return k;
  }

  private long number() throws IOException {
    long record = gather.place();
    if (images == null) {
      return record;
    }
    images.check(
        table.partOf(record),
        gather.buffer(),
        gather.payloadOffset(),
        gather.payloadLength(),
        gather.offset(),
        gather.path().toString());
    return images.image(record);
  }

  @Override
  public Hint hint() {
    return Hint.START; // numbers need none
  }

  @Override
  public void close() throws IOException {
    try (RecordTable closing = table) {
      gather.close();
    }
  }

  /** The numbers of the records of the share, in its order. */
  private static final class Items implements PrimitiveIterator.OfLong {
    private final RecordOrder order;
    private final Source<?>.Turn turn;
    private final ImageNumbers images;
    private long k;
    private long position;

    Items(RecordOrder order, Source<?>.Turn turn, long from, ImageNumbers images) {
      this.order = order;
      this.turn = turn;
      this.images = images;
      k = from;
      position = turn.at(k);
    }

    @Override
    public boolean hasNext() {
      return position != Source.NO_POSITION && position < order.count();
    }

    @Override
    public long nextLong() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      long number = order.at(position);
      position = turn.at(++k);
      return images == null ? number : images.record(number);
    }
  }
}
