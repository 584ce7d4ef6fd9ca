// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.testing.Fixtures;
import dev.recordio.wire.RecordCursor.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/**
 * Walks a byte string with a cursor as a reader does, and writes down what it sees. Every window is
 * an array of its own that ends where the window ends: a cursor that reads beyond it fails.
 */
final class RecordWalk {
  /** A record handed out; {@code lrecs} and {@code payload} are null if only headers are read. */
  record Seen(long begin, long end, int parts, int length, String lrecs, byte[] payload) {
    boolean sameAs(Seen other) {
      return begin == other.begin
          && end == other.end
          && lrecs.equals(other.lrecs)
          && Arrays.equals(payload, other.payload);
    }
  }

  /** Decides how far the window reaches after an underflow. */
  @FunctionalInterface
  interface Growth {
    long end(long shownEnd, long needUpTo);
  }

  static final Growth EVERYTHING = (shown, need) -> Long.MAX_VALUE;
  static final Growth AS_ASKED = (shown, need) -> need;

  static Growth bytesAtATime(int step) {
    return (shown, need) -> shown + step;
  }

  private static final int BEFORE = 3; // bytes of the array before the window

  final List<Seen> records = new ArrayList<>();
  Step last;
  MalformedRecordException error;
  int windows;

  private final byte[] file;
  private final int length;
  private final boolean headersOnly;
  private final RecordCursor cursor;

  /** Prepares to walk the first {@code length} bytes of {@code file}. */
  RecordWalk(byte[] file, int length, boolean headersOnly) {
    this.file = file;
    this.length = length;
    this.headersOnly = headersOnly;
    cursor = new RecordCursor(headersOnly);
  }

  /** Walks a whole file through one window. */
  static RecordWalk of(byte[] file) {
    return new RecordWalk(file, file.length, false).from(0, EVERYTHING, true);
  }

  /** Walks a whole file, and continues at the next record start after each damage. */
  static RecordWalk resyncing(byte[] file) {
    var walk = new RecordWalk(file, file.length, false);
    int at = 0;
    while (at >= 0) {
      walk.from(at, EVERYTHING, true);
      if (walk.last == Step.END) {
        break;
      }
      int from = (int) walk.cursor.malformedOffset() + 4;
      assertTrue(from > at, "the walk goes backwards");
      at = MagicSearch.firstRecordStart(file, from, file.length);
    }
    return walk;
  }

  /** Walks from {@code start} to the end or to damage. */
  RecordWalk from(long start, Growth growth, boolean lengthKnown) {
    cursor.start(start, lengthKnown ? length : RecordCursor.UNKNOWN_LENGTH);
    long shown = start;
    show(start, start);
    boolean known = lengthKnown;
    while (true) {
      last = cursor.next();
      switch (last) {
        case RECORD -> records.add(see());
        case UNDERFLOW -> {
          assertTrue(cursor.needUpTo() > shown, "asks for what it was shown");
          if (shown < length) {
            long end = Math.min(growth.end(shown, cursor.needUpTo()), length);
            shown = Math.max(end, cursor.keepFrom());
            show(cursor.keepFrom(), shown);
          } else if (!known) {
            known = true;
            cursor.length(length);
          } else {
            fail("asks for bytes up to " + cursor.needUpTo() + " of " + length);
          }
        }
        case MALFORMED -> {
          error = cursor.malformed();
          return this;
        }
        default -> {
          return this;
        }
      }
    }
  }

  private void show(long from, long to) {
    windows++;
    byte[] window = new byte[BEFORE + (int) (to - from)];
    System.arraycopy(file, (int) from, window, BEFORE, (int) (to - from));
    cursor.window(window, BEFORE, window.length, from);
  }

  private Seen see() {
    String lrecs = null;
    byte[] payload = null;
    if (!headersOnly) {
      var joiner = new StringJoiner(",");
      cursor.forEachPart(
          lrec -> joiner.add(RecordIOFormat.cflag(lrec) + ":" + RecordIOFormat.partLength(lrec)));
      lrecs = joiner.toString();
      int from = cursor.payloadOffset();
      payload = Arrays.copyOfRange(cursor.bytes(), from, from + cursor.payloadLength());
    }
    return new Seen(
        cursor.begin(), cursor.end(), cursor.parts(), cursor.payloadLength(), lrecs, payload);
  }

  /** Returns the records as lines of a fixture's table. */
  List<Fixtures.Row> rows() {
    var rows = new ArrayList<Fixtures.Row>();
    for (Seen seen : records) {
      rows.add(
          new Fixtures.Row(
              rows.size(),
              seen.begin,
              seen.length,
              seen.lrecs,
              Fixtures.sha256(seen.payload, 0, seen.payload.length)));
    }
    return rows;
  }

  /** Fails unless the records are those of {@code expected}, from its {@code first} on. */
  void assertRecords(List<Seen> expected, int first, int count, String message) {
    if (records.size() != count) {
      fail(message + ": " + records.size() + " records, not " + count);
    }
    for (int i = 0; i < count; i++) {
      if (!records.get(i).sameAs(expected.get(first + i))) {
        fail(message + ": record " + (first + i) + " differs");
      }
    }
  }
}
