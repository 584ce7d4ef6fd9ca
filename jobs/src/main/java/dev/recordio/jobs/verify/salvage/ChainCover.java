// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import dev.recordio.jobs.verify.Runs;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides without an index which of the records that headers and magic words show are records of
 * the file: alignment proves nothing where bytes were lost or inserted, as records in payloads are
 * aligned then, and the records of the file are not. What is within another record, at whatever
 * offset that begins, is none. After damage, records are doubtful if others of the file are not
 * aligned, or if it has records that hold aligned magic words, or if the record at the damage is
 * such a one or has a length that goes over them.
 */
final class ChainCover {
  private final RecordFinder file;
  private final Runs chained;
  private final boolean escaped;
  private final Runs sound = new Runs();
  private final Runs joined = new Runs(); // after records that hold aligned magic words
  private final Runs loose = new Runs(); // after damage
  private final Runs inner = new Runs(); // within a record that holds magic words
  private final Runs covered = new Runs(); // within the length of a record that may be damaged
  private long coverEnd;
  private boolean isShifted; // bytes were lost or inserted
  private boolean isNested; // a record that is damaged holds magic words

  /**
   * Prepares to decide.
   *
   * @param chained what headers and magic words show
   * @param escaped whether the file's writer escapes the magic word
   */
  ChainCover(RecordFinder file, Runs chained, boolean escaped) {
    this.file = file;
    this.chained = chained;
    this.escaped = escaped;
  }

  /** Returns the records that are sound, and those that are doubtful. */
  Displaced decide() throws IOException {
    long length = file.file().length();
    boolean isJoined = true; // headers lead from the begin of the file to here
    boolean isAnchored = true; // and no magic words are between them
    long at = 0;
    if (chained.count() > 0 && chained.begin(0) == 0) {
      at = chained.end(0);
      sound.add(0, at);
    }
    for (long next = file.start(at, length); next >= 0; next = file.start(at, length)) {
      boolean follows = next == at;
      boolean isRecord = file.walk(next, length);
      boolean isWhole = isRecord && file.isFollowed(length);
      long end = isRecord ? file.end() : next;
      isJoined &= follows && isWhole;
      isAnchored &= isJoined && isChained(next, end);
      if (isWhole && add(next, end, isAnchored ? sound : isJoined ? joined : afterDamage(next))) {
        at = end;
      } else {
        isJoined = false;
        coverEnd = !isWhole && follows ? Math.max(coverEnd, end) : coverEnd;
        isNested |= follows && file.isPart(next);
        at = next + 1;
      }
    }
    isShifted |= length % RecordIOFormat.ALIGNMENT != 0 && !isCut(length);
    boolean isMoved = isShifted || isNested;
    var kept = new ArrayList<>(List.of(sound));
    var doubtful = new ArrayList<>(List.of(inner, covered));
    (isMoved ? doubtful : kept).add(joined);
    (isMoved || inner.count() > 0 ? doubtful : kept).add(loose);
    var decided = new Displaced();
    decided.others = Runs.union(kept);
    decided.doubtful = Runs.union(doubtful);
    return decided;
  }

  private Runs afterDamage(long begin) {
    return begin < coverEnd ? covered : loose;
  }

  private boolean isChained(long begin, long end) {
    return begin % RecordIOFormat.ALIGNMENT == 0 && chained.contain(begin, end);
  }

  /** Adds what follows from a record; false if it is none, as another one goes over its end. */
  private boolean add(long begin, long end, Runs kind) throws IOException {
    if (isChained(begin, end)) {
      kind.add(begin, end);
      return true;
    }
    var bytes = new Runs();
    bytes.add(begin, end);
    Runs within = file.within(chained, begin, end);
    if (within.bytes() < Runs.common(chained, bytes).bytes()) {
      return false;
    }
    if (begin % RecordIOFormat.ALIGNMENT != 0) {
      isShifted = true;
    } else if (escaped) {
      for (int i = 0; i < within.count(); i++) {
        inner.add(within.begin(i), within.end(i));
      }
    }
    return true;
  }

  /** Whether the file ends within a record that follows another one: then no bytes are missing. */
  private boolean isCut(long length) throws IOException {
    long last = 0;
    for (Runs runs : List.of(sound, joined, loose, covered)) {
      last = runs.count() == 0 ? last : Math.max(last, runs.end(runs.count() - 1));
    }
    return length - last < RecordIOFormat.HEADER_BYTES || file.start(last, length) == last;
  }
}
