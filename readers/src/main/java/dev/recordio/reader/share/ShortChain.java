// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a chain of generations short without changing what it leaves of the epochs that matter.
 *
 * <p>A generation that touches none of these epochs is dropped. One that leaves everything from
 * some number on, when all before it was read by those after, is a plain offset: one worker, which
 * read so many from the start. Neighbouring offsets are one.
 */
final class ShortChain {
  private ShortChain() {}

  static List<Generation> of(List<Generation> earlier, Generation last) {
    long first = last.firstEpoch();
    var chain = new ArrayList<Generation>();
    for (Generation generation : earlier) {
      addWhatMatters(generation, first, chain);
    }
    addWhatMatters(last, first, chain);
    replaceByOffsets(chain, first);
    return joined(chain, first);
  }

  private static void addWhatMatters(Generation generation, long first, List<Generation> chain) {
    if (generation.touches(first)) {
      chain.add(generation.from(first));
    }
  }

  private static void replaceByOffsets(List<Generation> chain, long first) {
    long least = 0; // the first number that the generations looked at so far leave
    for (int i = chain.size() - 1; i >= 0; i--) {
      Generation generation = chain.get(i);
      var left = new GenerationLeft(generation, first);
      if (least >= left.evenFrom()) { // so no worker is beyond this epoch
        chain.set(i, Generation.ofOne(first, left.read()));
      }
      least = left.at(least);
    }
  }

  private static List<Generation> joined(List<Generation> chain, long first) {
    var joined = new ArrayList<Generation>();
    for (Generation generation : chain) {
      int last = joined.size() - 1;
      if (last >= 0 && isOffset(joined.get(last)) && isOffset(generation)) {
        long sum = joined.get(last).count(0) + generation.count(0);
        joined.set(last, Generation.ofOne(first, sum));
      } else {
        joined.add(generation);
      }
    }
    return joined;
  }

  private static boolean isOffset(Generation generation) {
    return generation.workers() == 1; // which is in the first epoch, as some worker always is
  }
}
