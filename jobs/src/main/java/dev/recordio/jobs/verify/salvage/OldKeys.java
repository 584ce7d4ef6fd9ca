// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.verify.IndexEntries;
import dev.recordio.jobs.verify.Runs;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * The keys that an index has for records, by where these begin in their file now. Records that it
 * does not have get keys after its greatest one.
 */
final class OldKeys implements Closeable {
  /** Gives a record its key, by where it begins; records are asked for in the order of the file. */
  @FunctionalInterface
  interface Giver {
    long of(long offset) throws IOException;
  }

  private final Configuration conf;
  private final FileStatus file;
  private final boolean byText;
  private final IndexEntries index;
  private final Runs others; // records that it does not have
  private final Iterator<Displaced.Piece> displaced;
  private Displaced.Piece piece; // the first that does not end before the record; or null
  private boolean hasEntry;
  private boolean hasNext;
  private long next; // key of a record that the index does not have

  private OldKeys(Configuration conf, FileStatus file, Displaced displaced) throws IOException {
    this.conf = conf;
    this.file = file;
    byText = displaced.byText;
    index = entries();
    others = displaced.others;
    this.displaced = displaced.pieces().iterator();
  }

  /**
   * Opens the index of a file.
   *
   * @param displaced the records that are not where it has them
   */
  static OldKeys open(Configuration conf, FileStatus file, Displaced displaced) throws IOException {
    return CloseOnFailure.of(
        new OldKeys(conf, file, displaced),
        keys -> {
          keys.stepPiece();
          keys.step();
          return keys;
        });
  }

  private IndexEntries entries() throws IOException {
    return byText ? IndexEntries.openText(conf, file) : IndexEntries.openAll(conf, file);
  }

  private void stepPiece() {
    piece = displaced.hasNext() ? displaced.next() : null;
  }

  private void step() throws IOException {
    hasEntry = index != null && index.next();
  }

  /** Returns the key of a record; records are asked for in the order of the file. */
  long of(long offset) throws IOException {
    while (piece != null && piece.end() <= offset) {
      stepPiece();
    }
    boolean isDisplaced = piece != null && piece.begin() <= offset;
    long place = isDisplaced ? offset - piece.distance() : offset;
    while (hasEntry && index.offset() < place) {
      step();
    }
    boolean isOther = !isDisplaced && others.overlap(offset, offset + 1);
    if (isOther || !hasEntry || index.offset() != place) {
      return next();
    }
    long key = index.key();
    step(); // no other record has it
    return key;
  }

  /** Returns a key after all of the index. */
  long next() throws IOException {
    if (!hasNext) {
      hasNext = true;
      try (IndexEntries all = entries()) {
        while (all != null && all.next()) {
          next = Long.compareUnsigned(all.key(), next) >= 0 ? all.key() + 1 : next;
        }
      }
    }
    return next++;
  }

  @Override
  public void close() throws IOException {
    if (index != null) {
      index.close();
    }
  }
}
