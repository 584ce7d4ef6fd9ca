// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

/**
 * Stretches of indexes by their numbers: a limited number, those used last. Finding one allocates
 * nothing.
 */
final class RecentStretches {
  /** Some consecutive entries of one index. */
  static final class Stretch {
    final long number;
    final RecordIndex entries;
    long batch; // that used it last

    private Stretch sameSlot; // the next one
    private Stretch older;
    private Stretch newer;

    private Stretch(long number, RecordIndex entries) {
      this.number = number;
      this.entries = entries;
    }
  }

  private final int most;
  private final Stretch[] slots;
  private Stretch newest;
  private Stretch oldest;
  private int size;

  /**
   * Creates an empty set.
   *
   * @param most how many stretches stay, at least 1
   */
  RecentStretches(int most) {
    this.most = most;
    slots = new Stretch[Integer.highestOneBit(Math.min(most, 1 << 29)) << 1];
  }

  /** Returns how many stretches there are. */
  int size() {
    return size;
  }

  /** Returns a stretch, which is not used by that; null if it is not there. */
  Stretch get(long number) {
    Stretch stretch = slots[slot(number)];
    while (stretch != null && stretch.number != number) {
      stretch = stretch.sameSlot;
    }
    return stretch;
  }

  /** Makes a stretch that is there the one used last. */
  void use(Stretch stretch) {
    if (stretch != newest) {
      unchain(stretch);
      chain(stretch);
    }
  }

  /**
   * Adds a stretch that is not there, as the one used last; removes the one used least recently.
   */
  Stretch add(long number, RecordIndex entries) {
    if (size == most) {
      remove(oldest);
    }
    var stretch = new Stretch(number, entries);
    int slot = slot(number);
    stretch.sameSlot = slots[slot];
    slots[slot] = stretch;
    chain(stretch);
    size++;
    return stretch;
  }

  private void remove(Stretch stretch) {
    unchain(stretch);
    int slot = slot(stretch.number);
    if (slots[slot] == stretch) {
      slots[slot] = stretch.sameSlot;
    } else {
      Stretch before = slots[slot];
      while (before.sameSlot != stretch) {
        before = before.sameSlot;
      }
      before.sameSlot = stretch.sameSlot;
    }
    size--;
  }

  private void chain(Stretch stretch) {
    stretch.newer = null;
    stretch.older = newest;
    if (newest == null) {
      oldest = stretch;
    } else {
      newest.newer = stretch;
    }
    newest = stretch;
  }

  private void unchain(Stretch stretch) {
    if (stretch.older == null) {
      oldest = stretch.newer;
    } else {
      stretch.older.newer = stretch.newer;
    }
    if (stretch.newer == null) {
      newest = stretch.older;
    } else {
      stretch.newer.older = stretch.older;
    }
  }

  private int slot(long number) {
    long mixed = number * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32) & slots.length - 1;
  }
}
