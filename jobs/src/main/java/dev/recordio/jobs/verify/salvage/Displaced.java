// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import dev.recordio.jobs.verify.Runs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a search found in a file: records that are as its index has them, but elsewhere, as bytes
 * before them were lost or inserted; and others.
 */
final class Displaced {
  /**
   * Records that follow each other, all as far from their places.
   *
   * @param begin where the first one begins
   * @param end the offset after the last one
   * @param distance what is to be added to an offset of the index
   */
  record Piece(long begin, long end, long distance) {
    /** Returns where the index has the first one. */
    long place() {
      return begin - distance;
    }
  }

  /**
   * Records that follow each other in the index, and are not in the file.
   *
   * @param at the end of the record before them that is
   * @param count how many they are
   * @param firstKey the key of the first one, unsigned
   * @param lastKey the key of the last one
   * @param isGone whether no bytes are left there, so that nothing else shows the loss
   */
  record Missing(long at, long count, long firstKey, long lastKey, boolean isGone) {}

  /** The stretches of the file in which there are some, up to where records are in place again. */
  Runs stretches = new Runs();

  /** Sound records that are kept though the index does not have them, or there is none. */
  Runs others = new Runs();

  /** Records on less evidence: what they are in may be the data of other records. */
  Runs doubtful = new Runs();

  /** Whether the index is the file's, so that the records have its keys. */
  boolean keyed;

  /** Whether the text index alone is the file's. */
  boolean byText;

  /** How many records there are. */
  long count;

  /** Records that the index has and the file has not. */
  List<Missing> missing = new ArrayList<>();

  private List<Piece> pieces = new ArrayList<>();

  /** Adds a record after all others. */
  void add(long begin, long end, long distance) {
    count++;
    int last = pieces.size() - 1;
    Piece before = last < 0 ? null : pieces.get(last);
    if (before != null && before.end() == begin && before.distance() == distance) {
      pieces.set(last, new Piece(before.begin(), end, distance));
    } else {
      pieces.add(new Piece(begin, end, distance));
    }
  }

  /** Returns the records, in the order of the file. */
  List<Piece> pieces() {
    return pieces;
  }

  /** Returns the stretches of the records. */
  Runs runs() {
    var runs = new Runs();
    pieces.forEach(piece -> runs.add(piece.begin(), piece.end()));
    return runs;
  }

  /**
   * Returns the records that are kept in their places: those whose entries are of no other record.
   *
   * @param kept the records in places where nothing moved
   * @param sure the records that are in their places without doubt
   */
  Runs inPlace(Runs kept, Runs sure) {
    if (pieces.isEmpty()) {
      return kept;
    }
    var places = new Runs();
    pieces.stream()
        .sorted(Comparator.comparingLong(Piece::place))
        .forEach(piece -> places.add(piece.place(), piece.end() - piece.distance()));
    return Runs.union(List.of(kept.without(stretches), sure)).without(places);
  }
}
