// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Hint;
import dev.recordio.reader.Stage;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Places in an epoch from which a stage can be read again: where it was after each so many items.
 */
final class Waypoints {
  private static final int MIN_STRIDE = 1024; // so that they cost little

  private final Stage<?> stage;
  private final int stride;
  private final ArrayDeque<Waypoint> ring = new ArrayDeque<>();

  /**
   * A place.
   *
   * @param items how many of the epoch's come before it
   * @param marks the stage's marks there
   * @param hints the places of its sources
   */
  record Waypoint(long items, long[] marks, List<Hint> hints) {}

  /** Creates the places, of which none is noted. */
  Waypoints(Stage<?> stage, int window) {
    this.stage = stage;
    stride = Math.max(MIN_STRIDE, window);
  }

  /** Begins at a place; others are forgotten. */
  void begin(long items, long[] marks) {
    ring.clear();
    ring.add(new Waypoint(items, marks, stage.places()));
  }

  /** Returns after how many items the next place should be noted. */
  long next() {
    return (ring.getLast().items / stride + 1) * stride;
  }

  /** Notes where the stage is. */
  void add(long items) {
    var marks = new long[stage.marks()];
    stage.mark(marks, 0);
    ring.add(new Waypoint(items, marks, stage.places()));
  }

  /** Forgets places from which item {@code oldest}, from 0, is not the first one needed. */
  void forget(long oldest) {
    Waypoint first = ring.removeFirst();
    while (!ring.isEmpty() && ring.getFirst().items <= oldest) {
      first = ring.removeFirst();
    }
    ring.addFirst(first);
  }

  /** Goes back to the beginning of the epoch. */
  void toEpochStart() {
    Waypoint first = ring.getFirst();
    if (first.items > 0) {
      long[] marks = first.marks.clone();
      stage.toEpochStart(marks, 0);
      ring.clear();
      ring.add(new Waypoint(0, marks, first.hints));
    }
  }

  /** Returns the first of the places. */
  Waypoint first() {
    return ring.getFirst();
  }
}
