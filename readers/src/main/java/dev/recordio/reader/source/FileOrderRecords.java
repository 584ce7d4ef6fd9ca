// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.InsightFaceFiles;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.reader.Record;
import dev.recordio.reader.Stage.Hint;
import dev.recordio.reader.source.RecordSource.RecordReading;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Records in the order of the files: all of them are read, the share's are handed out. */
final class FileOrderRecords implements RecordReading {
  private final RecordSplitReader reader;
  private final int firstFile;
  private final ShareOrdinals wanted;
  private final Predicate<Path> uncompressed;
  private long ordinal; // of the next record to be read
  private int range = -1; // of the current record
  private Path path;
  private RecordRangeReader record; // of the range
  private Hint start; // a place before the current record, unless that has one of its own
  private long offset; // of the record handed out last; or -1
  private long handed; // its ordinal
  private int file; // its file
  private boolean plain; // whether the file read now can be read from its middle
  private final Configuration conf;
  private final DamageTracker damage;
  private final boolean fromStart; // whether the first file is read from its start
  private InsightFaceRecords faces; // of the file read now; null: its records are as they are

  /**
   * Creates the reading; opens no file yet.
   *
   * @param ranges what is read, from the start on
   * @param wanted which records are handed out
   * @param start where to begin, not after the first of them
   */
  FileOrderRecords(
      Configuration conf,
      List<InputRange> ranges,
      ShareOrdinals wanted,
      Hint start,
      DamageTracker damage) {
    this.conf = conf;
    this.damage = damage;
    this.wanted = wanted;
    this.start = start;
    offset = -1;
    fromStart = start.offset() == 0;
    firstFile = start.file();
    ordinal = start.ordinal();
    uncompressed = SplitPlanner.uncompressed(conf);
    reader = new RecordSplitReader(conf, ranges, damage);
  }

  @Override
  public long next(Record view) throws IOException {
    long want = wanted.ordinal();
    if (want == ShareOrdinals.NONE) {
      return -1;
    }
    do {
      if (!step()) {
        return -1;
      }
    } while (ordinal++ < want);
    set(view, wanted.position(), want);
    return wanted.taken();
  }

  /** Steps to the next record that is not left out. */
  private boolean step() throws IOException {
    do {
      if (!reader.next()) {
        endRange();
        return false;
      }
      if (reader.range() != range) {
        endRange();
        beginRange();
      }
    } while (faces != null && isLeftOut());
    return true;
  }

  /** Checks an InsightFace set after all its records. */
  private void endRange() throws MalformedRecordException {
    if (faces != null && (range > 0 || fromStart)) {
      faces.checkAll();
    }
    faces = null;
  }

  private boolean isLeftOut() throws IOException {
    if (faces.isImage(record)) {
      return false;
    }
    damage.leaveOut(1);
    return true;
  }

  private void set(Record view, long position, long number) {
    RecordRangeReader current = record;
    int from = current.payloadOffset();
    offset = current.offset();
    handed = number;
    file = firstFile + range;
    view.setPayload(current.buffer(), from, current.payloadLength());
    view.setPlace(position, number, path, offset);
  }

  private void beginRange() throws IOException {
    range = reader.range();
    path = reader.path();
    record = reader.record();
    InsightFaceDialect set = InsightFaceFiles.look(conf, path);
    faces = set == null ? null : new InsightFaceRecords(path, set, damage);
    plain = uncompressed.test(path);
    start = range == 0 ? start : new Hint(firstFile + range, 0, ordinal);
  }

  @Override
  public Hint hint() {
    return offset >= 0 && plain ? new Hint(file, offset, handed) : start;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
