// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/** What shares mean, in the plainest way: lists of the positions left, one for each epoch. */
final class ShareModel {
  private final List<List<Integer>> left = new ArrayList<>();

  ShareModel(int epochs, int positions) {
    for (int epoch = 0; epoch < epochs; epoch++) {
      left.add(IntStream.range(0, positions).boxed().toList());
    }
  }

  List<Integer> left(int epoch) {
    return left.get(epoch);
  }

  List<Integer> share(int epoch, int worker, int workers) {
    List<Integer> all = left.get(epoch);
    return IntStream.range(0, all.size())
        .filter(i -> i % workers == worker)
        .mapToObj(all::get)
        .toList();
  }

  void read(int[] epochs, int[] counts) {
    for (int epoch = 0; epoch < left.size(); epoch++) {
      var rest = new ArrayList<>(left.get(epoch));
      for (int worker = 0; worker < epochs.length; worker++) {
        List<Integer> share = share(epoch, worker, epochs.length);
        int read = epochs[worker] > epoch ? share.size() : counts[worker];
        rest.removeAll(new HashSet<>(share.subList(0, epochs[worker] < epoch ? 0 : read)));
      }
      left.set(epoch, rest);
    }
  }
}
