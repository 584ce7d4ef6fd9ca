// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.wire.FramedRecord;
import dev.recordio.wire.MagicSearch;
import dev.recordio.wire.RecordCursor;
import dev.recordio.wire.RecordCursor.Step;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.util.Progressable;

/**
 * Looks for records that are not where the index of their file has them, at any offset: what has
 * the length, and the checksum, of an entry whose record is not in its place, in the order of the
 * index. Without a checksum, or without bytes that have it, a magic word or the end must follow.
 */
final class DisplacedSearch {
  /** How many bytes are searched at a time. */
  private static final int STRIDE = 1 << 12;

  /** After so many records without an entry, those in sight are not all looked at any more. */
  private static final int MAX_LOOKS = 1000;

  /** How many records in a row are compared with entries of the same lengths. */
  private static final int IN_A_ROW = 16;

  private final ChunkReader file;
  private final EntryTable table;
  private final boolean checksums;
  private final Runs chained;
  private final LeftOut leftOut;
  private final Progressable progress;
  private final EntryBlock entries;
  private long longer; // the file, than what its index was made of, if that is known
  private final RecordCursor headers = new RecordCursor(true);
  private final FramedRecord record = new FramedRecord();
  private final CRC32C crc = new CRC32C();
  private final Displaced found = new Displaced();
  private long distance; // of the record before
  private long stretchBegin;
  private long stretchEnd;
  private long lastEnd; // of the last record that was found in the stretch; -1 if none was
  private long reached = -1; // where to go on in the next stretch; -1: at its begin
  private int looks; // in a row, without finding an entry
  private boolean hasSum; // of the current record
  private int sum;

  /**
   * Prepares a search.
   *
   * @param table the index of the file
   * @param checksums whether those of the index are compared
   * @param chained sound records that are kept though the index does not have them
   * @param leftOut records that are not to be kept
   * @param progress is notified of each stretch of bytes that is searched
   */
  DisplacedSearch(
      ChunkReader file,
      EntryTable table,
      boolean checksums,
      Runs chained,
      LeftOut leftOut,
      Progressable progress) {
    this.file = file;
    this.table = table;
    this.checksums = checksums && table.hasChecksums();
    this.chained = chained;
    this.leftOut = leftOut;
    this.progress = progress;
    entries = new EntryBlock(table, this.checksums);
  }

  /** Searches between the records that are in their places. */
  Displaced search(Runs inPlace) throws IOException {
    long length = file.length();
    longer = longer();
    Runs stretches = inPlace.gaps(length);
    for (int i = 0; i < stretches.count(); i++) {
      long begin = stretches.begin(i);
      long end = stretches.end(i);
      boolean goesOn = reached >= begin;
      distance = goesOn ? distance : 0;
      long from = goesOn ? reached : begin;
      long ahead = checksums ? longer : 0;
      long first = table.firstFrom(from - Math.max(distance, Math.max(0, ahead)));
      long to = end == length ? table.count() : table.firstFrom(end - Math.min(0, ahead));
      if (from < end && entries.begin(first, to)) {
        search(from, end);
        goOn(end, i + 1 < stretches.count() ? stretches.begin(i + 1) : length);
      }
    }
    return found;
  }

  /** Returns how much farther the end of the file is than that of what its index was made of. */
  private long longer() throws IOException {
    if (table.end() >= 0 || table.count() == 0) {
      return table.end() < 0 ? 0 : file.length() - table.end();
    }
    long begin = last();
    table.read(table.count() - 1);
    return begin < 0 ? 0 : begin - table.offset();
  }

  /** Returns where the record begins that ends where the file does; -1 if none is near. */
  private long last() throws IOException {
    long length = file.length();
    long nearest = Math.max(0, length - file.chunkSize());
    for (long to = length; to > nearest; to -= STRIDE) {
      long from = Math.max(nearest, to - STRIDE);
      long end = Math.min(length, to + RecordIOFormat.HEADER_BYTES - 1);
      long last = -1;
      for (long at = start(from, end); at >= 0; at = start(at + 1, end)) {
        last = walk(at, length) && headers.end() == length ? at : last;
      }
      if (last >= 0) {
        return last;
      }
    }
    return -1;
  }

  /**
   * Goes on after the last record of a stretch, as far as the next ones are as far away from the
   * entries after its: these are not those of the stretch where records are in their places by
   * chance only, as they have the same bytes.
   */
  private void goOn(long end, long placesEnd) throws IOException {
    long at = lastEnd;
    if (checksums && distance != 0 && lastEnd >= 0) {
      entries.begin(table.firstFrom(at - distance), table.count());
      while (at < placesEnd && walk(at, file.length())) {
        int same = entries.at(at - distance);
        if (same < 0 || !fits(same, at)) {
          break;
        }
        found.add(at, headers.end(), distance);
        entries.take(same);
        at = headers.end();
      }
    }
    reached = at > end ? at : -1;
  }

  private void search(long begin, long end) throws IOException {
    stretchBegin = begin;
    stretchEnd = end == file.length() ? Long.MAX_VALUE : end;
    var others = new Runs();
    int before = found.pieces().size();
    looks = 0;
    lastEnd = -1;
    long at = start(begin, end);
    while (at >= 0 && !entries.isDone()) {
      long next = at + 1;
      if (walk(at, end)) {
        long recordEnd = headers.end();
        boolean isWanted = !leftOut.has(file.path(), at, recordEnd);
        int entry = isWanted ? entry(at, end) : -1;
        if (entry >= 0) {
          distance = at - entries.offset(entry);
          found.add(at, recordEnd, distance);
          entries.take(entry);
          next = recordEnd;
          lastEnd = recordEnd;
        } else if (isWanted && !isChanged(at) && chained.contain(at, recordEnd)) {
          others.add(at, recordEnd);
          next = recordEnd;
        }
      }
      at = start(next, end);
    }
    if (at >= 0) {
      var rest = new Runs();
      rest.add(at, end);
      others = Runs.union(List.of(others, Runs.common(chained, rest)));
    }
    if (found.pieces().size() > before) {
      for (int i = 0; i < others.count(); i++) {
        found.others.add(others.begin(i), others.end(i));
      }
      found.stretches.add(begin, end);
    }
  }

  /** Returns where the next header is that may begin a record; -1 if there is none. */
  private long start(long from, long end) throws IOException {
    for (long at = from; at <= end - RecordIOFormat.HEADER_BYTES; ) {
      show(at, at + RecordIOFormat.HEADER_BYTES);
      int begin = (int) (at - file.offset());
      int to = (int) Math.min(file.filled(), Math.min(end - file.offset(), begin + STRIDE));
      int start = start(begin, to);
      if (start >= 0) {
        return file.offset() + start;
      }
      at = file.offset() + to - RecordIOFormat.HEADER_BYTES + 1;
    }
    return -1;
  }

  private int start(int from, int to) {
    int first = -1;
    for (int phase = 0; phase < RecordIOFormat.ALIGNMENT; phase++) {
      int start = MagicSearch.firstRecordStart(file.buffer(), from + phase, to);
      if (start >= 0 && (first < 0 || start < first)) {
        first = start;
      }
    }
    return first;
  }

  /** Has bytes in the window, which is not moved without need. */
  private void show(long from, long to) throws IOException {
    if (from < file.offset() || to > file.end()) {
      progress.progress();
      file.fill(from, to, Long.MAX_VALUE);
    }
  }

  /** Walks the headers of a record; whether they are sound. */
  private boolean walk(long at, long end) throws IOException {
    hasSum = false;
    if (at > end - RecordIOFormat.HEADER_BYTES) {
      return false;
    }
    show(at, at + RecordIOFormat.HEADER_BYTES);
    headers.start(at, end);
    while (true) {
      headers.window(file.buffer(), 0, file.filled(), file.offset());
      Step step = headers.next();
      if (step != Step.UNDERFLOW) {
        return step == Step.RECORD;
      }
      show(headers.keepFrom(), headers.needUpTo());
    }
  }

  /** Returns the entry of the record that was walked, in the block; -1 if there is none. */
  private int entry(long at, long end) throws IOException {
    boolean isProof = checksums && headers.payloadLength() > 0;
    if (!isProof && !isFollowed(headers.end(), end)) {
      return -1;
    }
    int same = entries.at(at - distance);
    if (same >= 0 && fits(same, at)) {
      looks = 0;
      return same;
    }
    if (looks >= MAX_LOOKS) {
      return -1;
    }
    int entry = byEnd(at);
    if (entry < 0) {
      entry = checksums ? nearest(at) : longest(at, end);
    }
    looks = entry < 0 ? looks + 1 : 0;
    return entry;
  }

  /** Whether a magic word or the end is after a record. */
  private boolean isFollowed(long recordEnd, long end) throws IOException {
    if (recordEnd > end - RecordIOFormat.ALIGNMENT) {
      return recordEnd == end;
    }
    show(recordEnd, recordEnd + RecordIOFormat.ALIGNMENT);
    int at = (int) (recordEnd - file.offset());
    return RecordIOFormat.word(file.buffer(), at) == RecordIOFormat.MAGIC;
  }

  private boolean fits(int entry, long at) throws IOException {
    return entries.hasLengths(entry, headers.end() - at, headers.payloadLength())
        && (!checksums || sum(at) == entries.checksum(entry));
  }

  /** Whether the record has the lengths, and so other bytes, of the entry at its distance. */
  private boolean isChanged(long at) {
    int same = checksums ? entries.at(at - distance) : -1;
    return same >= 0 && entries.hasLengths(same, headers.end() - at, headers.payloadLength());
  }

  private int sum(long at) throws IOException {
    if (!hasSum) {
      show(at, headers.end());
      record.read(file.buffer(), (int) (at - file.offset()), (int) (headers.end() - at));
      crc.reset();
      crc.update(record.payload(), record.payloadOffset(), record.payloadLength());
      sum = (int) crc.getValue();
      hasSum = true;
    }
    return sum;
  }

  /** Returns the entry as far from the index's end as the record is from the file's. */
  private int byEnd(long at) throws IOException {
    long offset = at - longer;
    int near = entries.at(offset);
    if (near >= 0) {
      return fits(near, at) ? near : -1;
    }
    if (entries.skipTo(offset)) {
      if (fits(0, at)) {
        return 0;
      }
      entries.skipBack();
    }
    return -1;
  }

  /** Returns the entry with the record's lengths and checksum that needs the least move. */
  private int nearest(long at) throws IOException {
    int best = -1;
    long least = Long.MAX_VALUE;
    for (int entry = entries.next(); entry < entries.end(); entry++) {
      long offset = entries.offset(entry);
      long move = Math.abs(at - offset - distance);
      boolean isOfStretch = offset >= stretchBegin && offset < stretchEnd;
      if (isOfStretch && move < least && fits(entry, at)) {
        best = entry;
        least = move;
      }
    }
    return best;
  }

  /**
   * Returns the entry with the record's lengths that has the most records in a row after it, too;
   * -1 when two have, so that the record may be either's.
   */
  private int longest(long at, long end) throws IOException {
    long[] frames = new long[IN_A_ROW];
    int[] lengths = new int[IN_A_ROW];
    int rows = 0;
    for (long from = at; rows < IN_A_ROW && from < end && walk(from, end); from = headers.end()) {
      frames[rows] = headers.end() - from;
      lengths[rows++] = headers.payloadLength();
    }
    int best = -1;
    int most = 0;
    boolean isOne = false;
    for (int entry = entries.next(); entry < entries.end(); entry++) {
      int row = 0;
      while (row < rows
          && entry + row < entries.end()
          && entries.hasLengths(entry + row, frames[row], lengths[row])) {
        row++;
      }
      isOne = row > most || isOne && row < most;
      best = row > most ? entry : best;
      most = Math.max(most, row);
    }
    walk(at, end); // again, as the record
    return isOne ? best : -1;
  }
}
