// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.reader.ListBatch;
import dev.recordio.reader.Reader;
import dev.recordio.reader.Schema;
import dev.recordio.reader.Stage;
import dev.recordio.reader.source.ListSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShuffleStageTest {
  private static ListSource<Integer> numbers(int n) {
    return new ListSource<>(
        IntStream.range(0, n).boxed().toList(), ListBatch.<Integer>items(Schema.RECORD));
  }

  private static List<Integer> rest(Reader<Integer> reader) throws IOException {
    var all = new ArrayList<Integer>();
    while (reader.next()) {
      all.add(reader.get());
    }
    return all;
  }

  @Test
  void noItemComesTooEarlyAndNoneIsLost() throws IOException {
    var random = new Random(1);
    for (int run = 0; run < 300; run++) {
      int n = random.nextInt(200);
      int window = 1 + random.nextInt(run % 2 == 0 ? 8 : 250);
      List<Integer> order = rest(Stages.shuffle(numbers(n), random.nextLong(), window));
      assertEquals(IntStream.range(0, n).boxed().toList(), order.stream().sorted().toList());
      for (int place = 0; place < n; place++) {
        assertTrue(order.get(place) - place <= window - 1, order + " within " + window);
      }
    }
  }

  /** Chi-square, 15 degrees of freedom: above 37.7 in one of 1000 tests of a fair shuffle. */
  @Test
  void eachItemOfTheWindowIsAsLikelyAsAnyOther() throws IOException {
    int window = 16;
    int runs = 32_000;
    var first = new int[window];
    var seventh = new int[window]; // the place at which item 7, of the first window, comes
    try (Reader<Integer> reader = Stages.shuffle(numbers(window), 7, window)) {
      for (int epoch = 0; epoch < runs; epoch++) {
        List<Integer> order = rest(reader);
        first[order.get(0)]++;
        seventh[order.indexOf(7)]++;
        reader.reset();
      }
    }
    for (int[] counts : List.of(first, seventh)) {
      double expected = (double) runs / window;
      double chi = 0;
      for (int count : counts) {
        chi += (count - expected) * (count - expected) / expected;
      }
      assertTrue(chi > 3.5 && chi < 37.7, "chi-square " + chi); // neither uneven nor too even
    }
  }

  /** An item waits for a number of steps that is geometric: it has no end, but this mean. */
  @Test
  void itemsWaitAsLongAsFairDrawsMakeThem() throws IOException {
    int window = 64;
    int n = 200_000;
    List<Integer> order = rest(Stages.shuffle(numbers(n), 3, window));
    double late = 0;
    for (int place = 0; place < n; place++) {
      late += Math.abs(place - (order.get(place) - (window - 1)));
    }
    assertEquals(window - 1, late / n, 1); // steps after the item came into the window
  }

  @Test
  void eachEpochSeedAndWorkerHasItsOwnOrder() throws IOException {
    var orders = new HashSet<List<Integer>>();
    for (int seed = 0; seed < 3; seed++) {
      for (int worker = 0; worker < 3; worker++) {
        ListSource<Integer> source = numbers(90);
        source.share(worker, 3);
        Reader<Integer> reader = Stages.shuffle(source, seed, 20);
        for (int epoch = 0; epoch < 3; epoch++) {
          int own = worker;
          orders.add(rest(reader).stream().map(number -> number - own).toList());
          reader.reset();
        }
      }
    }
    assertEquals(27, orders.size());
    assertEquals(
        rest(Stages.shuffle(numbers(90), 1, 20)), rest(Stages.shuffle(numbers(90), 1, 20)));
  }

  /** About ln(window) windows are read again, wherever the run stopped; not the epoch. */
  @Test
  void readsAFewWindowsAgain() throws IOException {
    int n = 300_000;
    int window = 2000;
    var read = new AtomicLong();
    List<Integer> all = rest(shuffled(n, window, read));
    for (int stop : new int[] {1, 1999, 2000, 100_003, 297_998, 298_000, 299_999, n}) {
      Stage<Integer> before = shuffled(n, window, read);
      for (int i = 0; i < stop; i++) {
        before.next();
      }
      var marks = new long[before.marks()];
      before.mark(marks, 0);
      Stage<Integer> after = shuffled(n, window, read);
      after.resume(marks, 0);
      read.set(0);
      if (stop < n) {
        assertTrue(after.next());
        assertEquals(all.get(stop), after.get());
      }
      assertTrue(read.get() <= 20L * window, stop + ": " + read + " read again");
      assertEquals(Math.min(stop + 1, n), n - rest(after).size());
    }
  }

  private static Stage<Integer> shuffled(int n, int window, AtomicLong read) {
    Reader<Integer> counted =
        Stages.filter(numbers(n), number -> read.incrementAndGet() > 0); // all of them
    return (Stage<Integer>) Stages.shuffle(counted, 5, window);
  }

  @Test
  void anItemLargerThanTheLimitPassesAlone() throws IOException {
    List<Integer> inOrder = IntStream.range(0, 50).boxed().toList();
    assertEquals(inOrder, rest(Stages.shuffle(numbers(50), 1, 10, 1)));
    assertEquals(inOrder, rest(Stages.shuffle(numbers(50), 1, 1)));
    assertNotEquals(inOrder, rest(Stages.shuffle(numbers(50), 1, 10)));
    assertEquals(
        rest(Stages.shuffle(numbers(50), 1, 3)), rest(Stages.shuffle(numbers(50), 1, 10, 3 * 64)));
  }
}
