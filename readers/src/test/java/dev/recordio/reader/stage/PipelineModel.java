// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.order.Draws;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** What pipelines hand out, in plain lists: all items up to the end, if an epoch is the first. */
interface PipelineModel {
  record Item(long epoch, String text) {}

  /** All items up to the end, and the last epoch of them. */
  record Pass(List<Item> items, long last) {}

  Pass pass(long first);

  /** Changes items without regard to epochs. */
  private PipelineModel with(UnaryOperator<List<Item>> change) {
    return first -> {
      Pass pass = pass(first);
      return new Pass(change.apply(pass.items), pass.last);
    };
  }

  /** Changes the texts of each epoch as a whole. */
  private PipelineModel each(BiFunction<Long, List<String>, List<String>> change) {
    return with(
        all -> {
          var epochs = new TreeMap<Long, List<String>>();
          all.forEach(i -> epochs.computeIfAbsent(i.epoch, e -> new ArrayList<>()).add(i.text));
          var changed = new ArrayList<Item>();
          epochs.forEach(
              (e, in) -> change.apply(e, in).forEach(text -> changed.add(new Item(e, text))));
          return changed;
        });
  }

  static PipelineModel source(LongFunction<List<String>> order, int worker, int workers) {
    PipelineModel whole =
        first ->
            new Pass(
                order.apply(first).stream().map(text -> new Item(first, text)).toList(), first);
    return whole.shard(worker, workers);
  }

  default PipelineModel shard(int worker, int workers) {
    return each((e, in) -> every(in, worker, workers));
  }

  private static List<String> every(List<String> in, int from, int step) {
    var out = new ArrayList<String>();
    for (int i = from; i < in.size(); i += step) {
      out.add(in.get(i));
    }
    return out;
  }

  default PipelineModel repeat(int epochs) {
    return first -> {
      var all = new ArrayList<Item>();
      long last = first - 1;
      for (int i = 0; i < epochs; i++) {
        Pass pass = pass(last + 1);
        all.addAll(pass.items);
        last = pass.last;
      }
      return new Pass(all, last);
    };
  }

  default PipelineModel filter(Predicate<String> wanted) {
    return with(in -> in.stream().filter(i -> wanted.test(i.text)).toList());
  }

  default PipelineModel skip(int items) {
    return with(in -> in.stream().skip(items).toList());
  }

  default PipelineModel take(int items) {
    return first -> {
      Pass pass = pass(first);
      if (pass.items.size() < items) {
        return pass;
      }
      List<Item> taken = pass.items.subList(0, items);
      return new Pass(taken, items == 0 ? first : taken.get(items - 1).epoch);
    };
  }

  default PipelineModel zipWithItself() {
    return each((e, in) -> in.stream().map(text -> "(" + text + ", " + text + ")").toList());
  }

  default PipelineModel batch(int size, Tail tail) {
    return each(
        (e, in) -> {
          var out = new ArrayList<String>();
          for (int i = 0; i < in.size(); i += size) {
            var batch = new ArrayList<>(in.subList(i, Math.min(in.size(), i + size)));
            int fill = size - batch.size();
            for (int j = 0; j < fill && tail != Tail.EMIT; j++) {
              batch.add(tail == Tail.PAD ? in.get(in.size() - 1) : in.get(j % in.size()));
            }
            if (fill == 0 || tail != Tail.DROP) {
              out.add(batch + (tail == Tail.PAD || tail == Tail.WRAP ? "+" + fill : "+0"));
            }
          }
          return out;
        });
  }

  default PipelineModel shuffle(
      long seed, int worker, int window, long bytes, ToLongFunction<String> size) {
    return each(
        (e, in) -> {
          var draws = new Draws(Draws.key(seed, worker), e);
          var out = new ArrayList<String>();
          var held = new ArrayList<String>();
          int next = 0;
          int free = -1; // slot that the next item takes
          while (out.size() < in.size()) {
            while (next < in.size()
                && held.size() < window + (free < 0 ? 0 : 1)
                && fits(held, free, in.get(next), bytes, size)) {
              if (free < 0) {
                held.add(in.get(next++));
              } else {
                held.set(free, in.get(next++));
                free = -1;
              }
            }
            if (free >= 0) {
              String last = held.remove(held.size() - 1);
              if (free < held.size()) {
                held.set(free, last);
              }
            }
            free = (int) draws.below(held.size(), out.size());
            out.add(held.get(free));
          }
          return out;
        });
  }

  private static boolean fits(
      List<String> held, int free, String next, long bytes, ToLongFunction<String> size) {
    long others =
        held.stream().mapToLong(size).sum() - (free < 0 ? 0 : size.applyAsLong(held.get(free)));
    return held.size() - (free < 0 ? 0 : 1) == 0 || others + size.applyAsLong(next) <= bytes;
  }
}
