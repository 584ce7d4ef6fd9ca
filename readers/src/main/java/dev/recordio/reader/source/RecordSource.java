// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.bytes.FileSignature;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.order.RecordOrder;
import dev.recordio.reader.Items;
import dev.recordio.reader.Ordering;
import dev.recordio.reader.PlacedItems;
import dev.recordio.reader.Record;
import dev.recordio.reader.Source;
import dev.recordio.reader.SourceProvider;
import dev.recordio.reader.Stage.Hint;
import dev.recordio.reader.share.InputPart;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * The records of RecordIO files: in file order all files are read from start to end; in any other
 * order records are fetched by number through the indexes of the files.
 */
public class RecordSource extends FileSource<Record> {
  /** Records that are rather read and passed over than an index opened. */
  private static final long MAX_BEFORE = 1 << 12;

  private final DamageTracker damage;
  private final Record view = new Record();
  private RecordReading reading;
  private RecordsByNumber numbered; // kept for all epochs
  private PartBounds bounds; // of a part; found once

  /**
   * Creates the source.
   *
   * @param text the source as texts of pipelines have it
   * @param files the files that have bytes, in the order of the input
   * @param damage decides about damaged records
   */
  public RecordSource(
      Configuration conf, String text, List<FileStatus> files, DamageTracker damage) {
    this(conf, text, files, damage, 0);
  }

  /** Creates the source with so many further marks. */
  RecordSource(
      Configuration conf, String text, List<FileStatus> files, DamageTracker damage, int counts) {
    super(conf, text, files, counts);
    this.damage = damage;
  }

  @Override
  public void part(InputPart of) {
    choosePart(of);
  }

  @Override
  protected void begin(long from) throws IOException {
    closeReading();
    if (part() != null && bounds == null) {
      bounds =
          files.stream().map(FileStatus::getPath).allMatch(SplitPlanner.uncompressed(conf))
              ? PartBounds.of(conf, files, part(), numbered())
              : PartBounds.ofCounted(conf, files, part(), damage);
    }
    if (ordering().isSequential()) {
      RecordOrder order =
          bounds == null ? order(Long.MAX_VALUE) : bounds.numbered(order(bounds.count()));
      var wanted = new ShareOrdinals(isPlain() ? null : turn(), order, from);
      Hint start = lastUpTo(wanted.ordinal(), starts());
      if (readsInFileOrder(from, wanted.ordinal() - start.ordinal())) {
        List<InputRange> ranges = rangesFrom(start.file(), start.offset());
        reading = new FileOrderRecords(conf, ranges, wanted, start, damage);
        return;
      }
    }
    beginByNumber(
        bounds == null ? order(numbered().count()) : bounds.numbered(order(bounds.count())), from);
  }

  /** Begins an epoch of records that are fetched by number. */
  final void beginByNumber(RecordOrder order, long from) throws IOException {
    closeReading();
    RecordsByNumber records = numbered();
    records.begin(order, turn(), turn(), from);
    reading = records;
  }

  /** Returns the orders of the records, of each epoch. */
  final Ordering orders() {
    return ordering();
  }

  /** Returns the records by number; opens their indexes. */
  final RecordsByNumber numbered() throws IOException {
    if (numbered == null) {
      numbered = new RecordsByNumber(conf, files, damage);
    }
    return numbered;
  }

  /** Returns the places that are known where reading could begin. */
  private List<Hint> starts() {
    if (bounds == null) {
      return hints();
    }
    var all = new ArrayList<>(hints());
    all.add(bounds.start());
    return all;
  }

  /**
   * Whether files are read from start to end. With gaps between the wanted records, or many before
   * the first one, it is cheaper to fetch them by number; and after damage only an index knows the
   * numbers of the records.
   *
   * @param from how many items of the share come before the first one
   * @param before how many records come before it from where reading could begin
   */
  private boolean readsInFileOrder(long from, long before) throws IOException {
    boolean even = isPlain() || before <= MAX_BEFORE && isEvenFrom(from);
    boolean gaps = !even || DamageSettings.of(conf).passesOver();
    return !gaps || !RecordsByNumber.areIndexed(conf, files);
  }

  @Override
  protected boolean read() throws IOException {
    long k = reading.next(view);
    if (k < 0) {
      return false;
    }
    handed(k);
    return true;
  }

  @Override
  protected Record item() {
    return view;
  }

  @Override
  public Items<Record> items() {
    return PlacedItems.RECORDS;
  }

  @Override
  public Hint hint() {
    return reading == null ? firstPlace() : reading.hint();
  }

  @Override
  Source<Record> file(int file) {
    return new RecordSource(conf, text(), List.of(files.get(file)), damage.part());
  }

  @Override
  long count(int file) throws IOException {
    return Counts.records(conf, files.get(file), damage.uncounted());
  }

  @Override
  boolean isCountedCheaply() {
    return DamageSettings.of(conf).failsFast();
  }

  @Override
  void closed(Source<Record> file) {
    damage.include(((RecordSource) file).damage);
  }

  @Override
  void finish() throws IOException {
    damage.finish();
  }

  private void closeReading() throws IOException {
    RecordReading closing = reading;
    reading = null;
    if (closing != null && closing != numbered) {
      closing.close();
    }
  }

  @Override
  protected void end() throws IOException {
    try (RecordsByNumber closing = numbered) {
      closeReading();
    }
  }

  /** {@code recordio:INPUT}. */
  public static final class Provider implements SourceProvider {
    @Override
    public List<String> prefixes() {
      return List.of("recordio");
    }

    @Override
    public boolean fits(byte[] head, int length) {
      return FileSignature.of(head, length) == FileSignature.RECORD_IO;
    }

    @Override
    public Source<?> open(ReaderContext context, String prefix, String text, String input)
        throws IOException {
      return new RecordSource(
          context.conf(),
          text,
          RecordInputs.list(context.conf(), InputSpec.parse(input), null),
          context.damage());
    }
  }

  /** A way to read the records of one epoch. */
  interface RecordReading extends Closeable {
    /**
     * Steps to the next record of the share.
     *
     * @param view becomes the record
     * @return which item of the share it is, from 0; -1 after the last one
     */
    long next(Record view) throws IOException;

    /** Returns where the current record is. */
    Hint hint();
  }
}
