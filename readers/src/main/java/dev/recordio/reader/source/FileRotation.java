// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import java.io.IOException;

/**
 * The fixed turn in which files are read side by side: some slots, each with a file; one item of
 * each slot in turn. A slot whose file has ended takes the next file that none has begun, and its
 * turn goes on with that file; when there is none, the slot is left out.
 */
final class FileRotation {
  /** What {@link #file} is after the last item of all files. */
  static final int NONE = -1;

  private final int files;
  private final int[] slots; // the file of each; those left out are removed
  private final long[] taken; // items of that file
  private int live; // slots
  private int slot; // whose turn it is
  private int begun; // files

  /** Creates the turn at its beginning. */
  FileRotation(int files, int slots) {
    this.files = files;
    live = Math.min(files, slots);
    this.slots = new int[live];
    taken = new long[live];
    for (int i = 0; i < live; i++) {
      this.slots[i] = i;
    }
    begun = live;
  }

  /** Returns the file whose turn it is. */
  int file() {
    return live == 0 ? NONE : slots[slot];
  }

  /** Returns how many items of that file were taken. */
  long taken() {
    return taken[slot];
  }

  /** An item of the file was taken. */
  void take() {
    taken[slot]++;
    slot = slot + 1 == live ? 0 : slot + 1;
  }

  /** The file has no further item. */
  void end() {
    if (begun < files) {
      slots[slot] = begun++;
      taken[slot] = 0;
      return;
    }
    live--;
    System.arraycopy(slots, slot + 1, slots, slot, live - slot);
    System.arraycopy(taken, slot + 1, taken, slot, live - slot);
    slot = slot == live ? 0 : slot;
  }

  /** Returns the number of slots with a file. */
  int live() {
    return live;
  }

  /** Returns the file of a slot with one. */
  int file(int of) {
    return slots[of];
  }

  /** Returns how many items of it were taken. */
  long taken(int of) {
    return taken[of];
  }

  /** Returns the number of items of a file. */
  interface Count {
    long of(int file) throws IOException;
  }

  /** Steps over items without reading them; fewer, if there are not so many. */
  void skip(long items, Count counts) throws IOException {
    long left = items;
    while (left > 0 && live > 0) {
      if (taken[slot] == counts.of(slots[slot])) {
        end();
        continue;
      }
      long rounds = slot == 0 ? left / live : 0; // in which no file ends
      for (int i = 0; i < live && rounds > 0; i++) {
        rounds = Math.min(rounds, counts.of(slots[i]) - taken[i]);
      }
      for (int i = 0; i < live && rounds > 0; i++) {
        taken[i] += rounds;
      }
      left -= rounds * live;
      if (rounds == 0) {
        take();
        left--;
      }
    }
  }
}
