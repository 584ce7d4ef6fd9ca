// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.Operation.IdRange;
import java.util.ArrayList;
import java.util.List;

/** Lists of ranges of ids: ascending, apart from each other, none of them empty. */
final class IdRanges {
  private IdRanges() {}

  /** Adds a range after the others; joins it with the last one if they touch. */
  static void append(List<IdRange> ranges, long from, long to) {
    if (from >= to) {
      return;
    }
    IdRange last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
    if (last != null && last.to() == from) {
      ranges.set(ranges.size() - 1, new IdRange(last.from(), to));
    } else {
      ranges.add(new IdRange(from, to));
    }
  }

  /** Returns the ids of {@code ranges} that are not in {@code others}. */
  static List<IdRange> without(List<IdRange> ranges, List<IdRange> others) {
    var left = new ArrayList<IdRange>();
    int first = 0;
    for (IdRange range : ranges) {
      while (first < others.size() && others.get(first).to() <= range.from()) {
        first++;
      }
      long from = range.from();
      for (int i = first; i < others.size() && others.get(i).from() < range.to(); i++) {
        append(left, from, others.get(i).from());
        from = Math.max(from, others.get(i).to());
      }
      append(left, from, range.to());
    }
    return left;
  }

  /** Returns the ids that are in both. */
  static List<IdRange> both(List<IdRange> ranges, List<IdRange> others) {
    return without(ranges, without(ranges, others));
  }

  /** Returns the number of ids. */
  static long count(List<IdRange> ranges) {
    return ranges.stream().mapToLong(range -> range.to() - range.from()).sum();
  }

  /** Whether one of the ranges has an id. */
  static boolean contains(List<IdRange> ranges, long id) {
    int low = 0;
    int high = ranges.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      IdRange range = ranges.get(middle);
      if (id < range.from()) {
        high = middle - 1;
      } else if (id >= range.to()) {
        low = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  }
}
