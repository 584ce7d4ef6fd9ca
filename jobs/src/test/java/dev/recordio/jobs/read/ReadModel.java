// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.order.RecordOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/** What workers read, by plain lists of positions: batches of 0 are none. */
final class ReadModel {
  private final LongFunction<RecordOrder> order;
  private final int batch;
  private final String tail;
  private final TreeMap<Long, List<Long>> left = new TreeMap<>(); // positions of each epoch
  private final Map<Long, List<Long>> read = new HashMap<>(); // in the current run

  ReadModel(LongFunction<RecordOrder> order, long first, int epochs, int batch, String tail) {
    this.order = order;
    this.batch = batch;
    this.tail = tail;
    for (long epoch = first; epoch < first + epochs; epoch++) {
      left.put(epoch, all(epoch));
      read.put(epoch, new ArrayList<>());
    }
  }

  private List<Long> all(long epoch) {
    var all = new ArrayList<Long>();
    for (long position = 0; position < order.apply(epoch).count(); position++) {
      all.add(position);
    }
    return all;
  }

  private static List<Long> share(List<Long> all, int worker, int workers) {
    var share = new ArrayList<Long>();
    for (int i = worker; i < all.size(); i += workers) {
      share.add(all.get(i));
    }
    return share;
  }

  boolean isEmpty() {
    return left.values().stream().allMatch(List::isEmpty);
  }

  /** Returns the lines of a worker that stops after some items, up to the column pad. */
  List<String> run(int worker, int workers, long count) {
    var lines = new ArrayList<String>();
    int items = 0;
    for (long epoch : left.keySet()) {
      List<Long> mine = share(left.get(epoch), worker, workers);
      int size = Math.max(1, batch);
      for (int from = 0; from < mine.size(); from += size) {
        List<Long> part = mine.subList(from, Math.min(mine.size(), from + size));
        if (part.size() < size && tail.equals("drop")) {
          continue;
        }
        if (items == count) {
          return lines;
        }
        part.forEach(add(lines, epoch, items, 0)::add);
        List<Long> first = share(all(epoch), worker, workers);
        for (int i = 0; i < size - part.size() && !tail.equals("emit"); i++) {
          List<Long> source = tail.equals("wrap") && !first.isEmpty() ? first : part;
          int at = tail.equals("wrap") ? i % source.size() : part.size() - 1;
          add(lines, epoch, items, 1).add(source.get(at));
        }
        read.get(epoch).addAll(part);
        items++;
        for (long before : left.headMap(epoch).keySet()) {
          read.get(before).addAll(share(left.get(before), worker, workers));
        }
      }
      if (items == count && left.higherKey(epoch) == null) {
        return lines;
      }
    }
    left.forEach((epoch, all) -> read.get(epoch).addAll(share(all, worker, workers)));
    return lines;
  }

  private interface Lines {
    void add(long position);
  }

  private Lines add(List<String> lines, long epoch, int item, int pad) {
    return position ->
        lines.add(
            String.join(
                "\t",
                epoch + "",
                position + "",
                order.apply(epoch).at(position) + "",
                batch == 0 ? "-" : item + "",
                pad + ""));
  }

  /** Ends the run: another one shares what is left. */
  void stop() {
    read.forEach((epoch, positions) -> left.get(epoch).removeAll(positions));
    read.values().forEach(List::clear);
  }
}
