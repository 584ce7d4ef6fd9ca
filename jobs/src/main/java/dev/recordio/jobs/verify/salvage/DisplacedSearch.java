// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import dev.recordio.jobs.verify.Doubt;
import dev.recordio.jobs.verify.IndexEntries;
import dev.recordio.jobs.verify.LeftOut;
import dev.recordio.jobs.verify.Runs;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.List;

/**
 * Looks for records that are not where the index of their file has them, at any offset: what has
 * the length, and the checksum, of an entry whose record is not in its place, in the order of the
 * index. Without a checksum, or without bytes that have it, a magic word or the end must follow,
 * and what is within such a record, or within what the index has for another one, is none.
 */
final class DisplacedSearch {
  /** After so many records without an entry, those in sight are not all looked at any more. */
  private static final int MAX_LOOKS = 1000;

  /** How many records in a row are compared with entries of the same lengths. */
  private static final int IN_A_ROW = 16;

  /** So many records in a row are no coincidence of lengths. */
  private static final int EVIDENT = 3;

  private final RecordFinder file;
  private final IndexEntries table;
  private final Doubt doubt;
  private final boolean checksums;
  private final LeftOut leftOut;
  private final EntryBlock entries;
  private long longer; // the file, than what its index was made of, if that is known
  private final Displaced found = new Displaced();
  private long distance; // of the record before
  private long stretchBegin;
  private long stretchEnd;
  private long lastEnd; // of the last record that was found in the stretch; -1 if none was
  private long reached = -1; // where to go on in the next stretch; -1: at its begin
  private int looks; // in a row, without finding an entry
  private boolean hasLengths; // some entry, of the record that was looked at last

  /**
   * Prepares a search.
   *
   * @param table the index of the file
   * @param doubt what is known of the file
   * @param leftOut records that are not to be kept
   */
  DisplacedSearch(RecordFinder file, IndexEntries table, Doubt doubt, LeftOut leftOut) {
    this.file = file;
    this.table = table;
    this.doubt = doubt;
    this.leftOut = leftOut;
    checksums = doubt.checksums() && table.hasChecksum();
    entries = new EntryBlock(table, checksums);
  }

  /** Searches between the records that are in their places. */
  Displaced search() throws IOException {
    long length = file.file().length();
    longer = longer();
    Runs stretches = doubt.inPlace().gaps(length);
    long sure =
        stretches.count() == 0 ? length : stretches.begin(0); // up to there all are in place
    for (int i = 0; i < stretches.count(); i++) {
      long begin = stretches.begin(i);
      long end = stretches.end(i);
      boolean goesOn = reached >= begin;
      distance = goesOn ? distance : 0;
      long from = goesOn ? reached : begin;
      long ahead = checksums ? longer : 0;
      long first = table.firstFrom(Math.max(sure, from - Math.max(distance, Math.max(0, ahead))));
      long to = end == length ? table.count() : table.firstFrom(end - Math.min(0, ahead));
      if (from < end && entries.begin(first, to)) {
        search(from, end, i == 0 ? from : stretches.end(i - 1));
        goOn(end, i + 1 < stretches.count() ? stretches.begin(i + 1) : length);
      } else if (from < end) {
        addOthers(file.within(doubt.chained(), from, end));
      }
    }
    return found;
  }

  /** Returns how much longer the file is than the one that its index was made of. */
  private long longer() throws IOException {
    if (table.recordsEnd() >= 0 || table.count() == 0) {
      return table.recordsEnd() < 0 ? 0 : file.file().length() - table.recordsEnd();
    }
    long begin = last();
    table.read(table.count() - 1);
    return begin < 0 ? 0 : begin - table.offset();
  }

  /**
   * Returns where the record begins that ends where the file does; -1 if none is near that follows
   * one with the bytes that the index has before its last one: others may be in its payload.
   */
  private long last() throws IOException {
    long length = file.file().length();
    long nearest = Math.max(0, length - file.file().chunkSize());
    long before = lastButOne();
    if (before == 0) {
      return -1;
    }
    for (long to = length; to > nearest; to -= RecordFinder.STRIDE) {
      long from = Math.max(nearest, to - RecordFinder.STRIDE);
      long end = Math.min(length, to + RecordIOFormat.HEADER_BYTES - 1);
      for (long at = file.start(from, end); at >= 0; at = file.start(at + 1, end)) {
        boolean isLast = file.walk(at, length) && file.end() == length && at >= before;
        if (isLast && file.walk(at - before, length) && file.end() == at) {
          return at;
        }
      }
    }
    return -1;
  }

  /** Returns the bytes of the last record but one in its file; 0 if there is none. */
  private long lastButOne() throws IOException {
    if (table.count() < 2) {
      return 0;
    }
    table.read(table.count() - 2);
    long begin = table.offset();
    table.read(table.count() - 1);
    return table.offset() - begin;
  }

  /**
   * Goes on after the last record of a stretch, as far as the next ones are as far away from the
   * next entries: the stretch does not have them where records are in their places by chance only,
   * as they have the same bytes.
   */
  private void goOn(long end, long placesEnd) throws IOException {
    long at = lastEnd;
    if (checksums && distance != 0 && lastEnd >= 0) {
      entries.begin(table.firstFrom(at - distance), table.count());
      while (at < placesEnd && file.walk(at, file.file().length())) {
        int same = entries.at(at - distance);
        if (same < 0 || !fits(same, at)) {
          break;
        }
        found.add(at, file.end(), distance);
        entries.take(same);
        at = file.end();
      }
    }
    reached = at > end ? at : -1;
  }

  /**
   * Adds the records right before the first one of a stretch, as far as they are as far away from
   * their entries. They are between this stretch and the one before: as in {@link #goOn}, they are
   * in places of the index by chance only.
   */
  private void goBack(long placesBegin, long at) throws IOException {
    int pieces = found.pieces().size();
    long foundEnd = pieces == 0 ? 0 : found.pieces().get(pieces - 1).end();
    long least = Math.max(placesBegin, foundEnd);
    long from = at;
    for (long entry = table.firstFrom(at - distance) - 1; entry >= 0; entry--) {
      table.read(entry);
      long begin = table.offset() + distance;
      boolean isMoved =
          begin >= least
              && file.walk(begin, at)
              && file.end() == from
              && file.payloadLength() == table.length()
              && file.sum() == table.checksum();
      if (!isMoved) {
        break;
      }
      from = begin;
    }
    for (long next = from; next < at; next = file.end()) {
      file.walk(next, at);
      found.add(next, file.end(), distance);
    }
  }

  private void search(long begin, long end, long placesBegin) throws IOException {
    stretchBegin = begin;
    stretchEnd = end == file.file().length() ? Long.MAX_VALUE : end;
    var others = new Runs();
    int before = found.pieces().size();
    looks = 0;
    lastEnd = -1;
    long at = file.start(begin, end);
    while (at >= 0 && !entries.isDone()) {
      long next = at + 1;
      if (file.walk(at, end)) {
        long recordEnd = file.end();
        boolean isWanted = !leftOut.has(file.file().path(), at, recordEnd);
        hasLengths = false;
        int entry = isWanted ? entry(at, end) : -1;
        if (entry >= 0) {
          distance = at - entries.offset(entry);
          if (checksums && distance != 0 && at == begin) {
            goBack(placesBegin, at);
          }
          found.add(at, recordEnd, distance);
          entries.take(entry);
          next = recordEnd;
          lastEnd = recordEnd;
        } else if (isRecord(at, end)) {
          if (isWanted && !(doubt.asked() && isChanged(at))) {
            others.add(at, recordEnd);
          }
          next = recordEnd;
        }
      }
      at = file.start(next, end);
    }
    if (at >= 0) {
      others = Runs.union(List.of(others, file.within(doubt.chained(), at, end)));
    }
    addOthers(others);
    if (found.pieces().size() > before) {
      found.stretches.add(begin, end);
    }
  }

  private void addOthers(Runs others) {
    for (int i = 0; i < others.count(); i++) {
      found.others.add(others.begin(i), others.end(i));
    }
  }

  /**
   * Whether the record that was walked, which has no entry, is one by itself, so that what is
   * within it is none: by headers and magic words, or by the lengths of some entry.
   */
  private boolean isRecord(long at, long end) throws IOException {
    if (at % RecordIOFormat.ALIGNMENT == 0 && doubt.chained().contain(at, file.end())) {
      return true;
    }
    return !checksums && hasLengths && file.isFollowed(end) && file.isWritten();
  }

  /** Returns the entry of the record that was walked, in the block; -1 if there is none. */
  private int entry(long at, long end) throws IOException {
    boolean isProof = checksums && file.payloadLength() > 0;
    if (!isProof && !file.isFollowed(end)) {
      return -1;
    }
    int same = entries.at(at - distance);
    if (same >= 0 && fits(same, at)) {
      looks = 0;
      return written(same);
    }
    if (looks >= MAX_LOOKS) {
      return -1;
    }
    int entry = byEnd(at, end);
    if (entry < 0) {
      entry = checksums ? nearest(at) : longest(at, end);
      entry = entry >= 0 && isMoved(entry, at, end) ? entry : -1;
    }
    looks = entry < 0 ? looks + 1 : 0;
    return entry < 0 ? -1 : written(entry);
  }

  /**
   * Whether the record is an entry's, and none is in the entry's place, or with checksums as far
   * from the file's end as that: what is elsewhere may be in it, or a copy.
   */
  private boolean isMoved(int entry, long at, long end) throws IOException {
    if (!fits(entry, at)) {
      return false;
    }
    long place = entries.offset(entry) + (checksums ? longer : 0);
    boolean isThere =
        place != at && place >= 0 && file.walk(place, file.file().length()) && fits(entry, place);
    file.walk(at, end); // again, as the record
    return !isThere;
  }

  /** Returns the entry if the writer of the file makes such payloads; else -1. */
  private int written(int entry) throws IOException {
    return file.isWritten() ? entry : -1;
  }

  private boolean fits(int entry, long at) throws IOException {
    return entries.hasLengths(entry, file.end() - at, file.payloadLength())
        && (!checksums || file.sum() == entries.checksum(entry));
  }

  /** Whether the record has the lengths, and so other bytes, of the entry at its distance. */
  private boolean isChanged(long at) {
    int same = checksums ? entries.at(at - distance) : -1;
    return same >= 0 && entries.hasLengths(same, file.end() - at, file.payloadLength());
  }

  /** Returns the entry as far from the index's end as the record is from the file's. */
  private int byEnd(long at, long end) throws IOException {
    long offset = at - longer;
    int near = entries.at(offset);
    if (near >= 0) {
      return isMoved(near, at, end) ? near : -1;
    }
    if (entries.skipTo(offset)) {
      if (isMoved(0, at, end)) {
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
   * -1 when two have, so that the record may be either's, and when the row is not evidence enough:
   * it is within what the index has for the next record, or is short and does not reach the end.
   */
  private int longest(long at, long end) throws IOException {
    long[] frames = new long[IN_A_ROW];
    long[] ends = new long[IN_A_ROW];
    int[] lengths = new int[IN_A_ROW];
    int rows = 0;
    for (long from = at; rows < IN_A_ROW && from < end && file.walk(from, end); from = file.end()) {
      frames[rows] = file.end() - from;
      ends[rows] = file.end();
      lengths[rows++] = file.payloadLength();
    }
    int best = -1;
    int most = 0;
    boolean isOne = false;
    for (int entry = entries.next(); entry < entries.end(); entry++) {
      int row = 0;
      while (row < rows
          && entry + row < entries.end()
          && entries.hasLengths(entry + row, frames[row], lengths[row])
          && (entries.recordEnd(entry + row) >= 0 || row > 0 && ends[row] == end)) {
        row++;
      }
      isOne = row > most || isOne && row < most;
      best = row > most ? entry : best;
      most = Math.max(most, row);
    }
    file.walk(at, end); // again, as the record
    hasLengths = best >= 0;
    return isOne && isEvidence(best, most, ends[most - 1], end) ? best : -1;
  }

  private boolean isEvidence(int entry, int row, long rowEnd, long end) {
    long next = entries.recordEnd(entries.next());
    boolean isWithin = entry > entries.next() && next >= 0 && rowEnd <= next + distance;
    return !isWithin && (row >= EVIDENT || rowEnd == end);
  }
}
