// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import dev.recordio.jobs.verify.Doubt;
import dev.recordio.jobs.verify.IndexEntries;
import dev.recordio.jobs.verify.Runs;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/** The records that a file and its index do not have in common, after a search. */
final class OtherRecords {
  private final RecordFinder file;
  private final IndexEntries index;
  private final Doubt doubt;
  private final Displaced found;
  private final Runs inPlace;

  /**
   * Takes what was found.
   *
   * @param found whose others no entry of the index is known for
   */
  OtherRecords(RecordFinder file, IndexEntries index, Doubt doubt, Displaced found) {
    this.file = file;
    this.index = index;
    this.doubt = doubt;
    this.found = found;
    inPlace = found.inPlace(doubt.kept(), doubt.inPlace());
  }

  /** Returns how many records headers and magic words show that the index does not have. */
  long count() throws IOException {
    long[] count = new long[1];
    forEach(Runs.common(found.others, doubt.chained()), (begin, end) -> count[0]++);
    return count[0];
  }

  /** Adds the entries without a record, and separates sound records from doubtful ones. */
  void judge() throws IOException {
    addMissing();
    var others = new Runs();
    Runs known = Runs.union(List.of(inPlace, found.runs()));
    forEach(
        found.others,
        (begin, end) -> {
          if (!known.overlap(begin, end)) {
            others.add(begin, end);
          }
        });
    found.others = others;
    long indexEnd = inPlace.count() == 0 ? 0 : inPlace.end(inPlace.count() - 1);
    Displaced.Piece last =
        found.pieces().isEmpty() ? null : found.pieces().get(found.pieces().size() - 1);
    indexEnd = last == null ? indexEnd : Math.max(indexEnd, last.end());
    boolean isOlder =
        doubt.perhapsOther()
            && found.missing.isEmpty()
            && !found.others.overlap(0, Math.max(1, indexEnd));
    if (isOlder && doubt.checksums() && index.hasChecksum()) {
      separateCopies();
    } else if (!isOlder) {
      found.doubtful = found.others;
      found.others = new Runs();
    }
  }

  /** Adds the runs of entries whose records were not found. */
  private void addMissing() throws IOException {
    Displaced.Piece[] pieces =
        found.pieces().stream()
            .sorted(Comparator.comparingLong(Displaced.Piece::place))
            .toArray(Displaced.Piece[]::new);
    int next = 0;
    long begin = 0; // of the last record that was found, in the file
    long place = 0; // where the index has it
    boolean isFound = true; // nothing is before the first one
    long reached = 0; // its end
    long first = 0; // key of the first entry without a record
    long lastKey = 0;
    long count = 0; // of such entries
    for (long i = 0; i < index.count(); i++) {
      index.read(i);
      long offset = index.offset();
      reached = isFound ? begin + offset - place : reached;
      while (next < pieces.length && pieces[next].end() - pieces[next].distance() <= offset) {
        next++;
      }
      boolean isDisplaced = next < pieces.length && pieces[next].place() <= offset;
      isFound = isDisplaced || inPlace.overlap(offset, offset + 1);
      if (isFound) {
        begin = isDisplaced ? offset + pieces[next].distance() : offset;
        place = offset;
        addMissing(reached, begin, count, first, lastKey);
        count = 0;
      } else {
        first = count++ == 0 ? index.key() : first;
        lastKey = index.key();
      }
    }
    long length = file.file().length();
    reached = isFound && index.recordsEnd() >= 0 ? begin + index.recordsEnd() - place : reached;
    addMissing(reached, length, count, first, lastKey);
  }

  private void addMissing(long from, long to, long count, long firstKey, long lastKey) {
    if (count > 0) {
      found.missing.add(new Displaced.Missing(from, count, firstKey, lastKey, from >= to));
    }
  }

  /** Records beyond an older index are the file's, unless the index has the same bytes. */
  private void separateCopies() throws IOException {
    var sums = LongStream.builder();
    forEach(found.others, (begin, end) -> sums.add(sum()));
    long[] sorted = sums.build().sorted().toArray();
    boolean[] known = new boolean[sorted.length];
    for (long i = 0; i < index.count(); i++) {
      index.read(i);
      int at = Arrays.binarySearch(sorted, sum(index.length(), index.checksum()));
      if (at >= 0) {
        known[at] = true;
      }
    }
    var sound = new Runs();
    forEach(
        found.others,
        (begin, end) ->
            (known[Arrays.binarySearch(sorted, sum())] ? found.doubtful : sound).add(begin, end));
    found.others = sound;
  }

  private long sum() throws IOException {
    return sum(file.payloadLength(), file.sum());
  }

  private static long sum(int length, int checksum) {
    return (long) length << Integer.SIZE | checksum & 0xFFFFFFFFL;
  }

  private interface Visitor {
    void visit(long begin, long end) throws IOException;
  }

  private void forEach(Runs records, Visitor visitor) throws IOException {
    for (int i = 0; i < records.count(); i++) {
      long end = records.end(i);
      for (long at = records.begin(i); at < end && file.walk(at, end); at = file.end()) {
        visitor.visit(at, file.end());
      }
    }
  }
}
