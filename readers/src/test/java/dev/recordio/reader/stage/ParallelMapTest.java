// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.reader.Items;
import dev.recordio.reader.ListBatch;
import dev.recordio.reader.PlacedItems;
import dev.recordio.reader.Record;
import dev.recordio.reader.Schema;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Resumption;
import dev.recordio.reader.source.ListSource;
import dev.recordio.reader.stage.Stages.FilterStage;
import dev.recordio.testing.LiveThreads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ParallelMapTest {
  private static final Items<String> TEXTS = ListBatch.items(new Schema(List.of()));
  private static final int COUNT = 300;

  @AfterEach
  void noThreadIsLeft() {
    assertEquals("{}", LiveThreads.named("recordio-").toString());
  }

  private static Stage<Record> source() {
    return new ListSource<>(Inputs.list(COUNT, 2), PlacedItems.RECORDS);
  }

  private static String describe(Record record) throws IOException {
    long work = record.ordinal() % 7 * 1000;
    long sum = 0;
    for (long i = 0; i < work; i++) {
      sum += i * i ^ sum;
    }
    if (record.ordinal() % 50 == 33) {
      throw new MalformedRecordException("odd", "f", record.ordinal(), -1, "x", "y");
    }
    return record.ordinal() + " of " + record.length() + (sum == 1 ? "!" : "");
  }

  private static ParallelMap<Record, String> map(Stage<Record> from, int threads, boolean ordered) {
    return new ParallelMap<>(from, ParallelMapTest::describe, threads, ordered, TEXTS);
  }

  /** What there would be without threads. */
  private static List<String> expected(Stage<Record> source) throws IOException {
    var all = new ArrayList<String>();
    while (source.next()) {
      try {
        all.add(describe(source.get()) + " " + Trace.place(source));
      } catch (IOException e) {
        all.add(e.toString());
      }
    }
    all.add("end " + Trace.place(source));
    return all;
  }

  private static List<String> steps(Stage<?> stage) {
    var all = new ArrayList<String>();
    do {
      all.add(Trace.step(stage));
    } while (!all.get(all.size() - 1).startsWith("end "));
    return all;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void resultsAndErrorsComeInTheOrderOfTheItems(int threads) throws IOException {
    try (Stage<Record> plain = new RepeatStage<>(source(), 3);
        Stage<String> stage = map(new RepeatStage<>(source(), 3), threads, true)) {
      for (int i = 0; i < 3; i++) {
        assertEquals(expected(plain), steps(stage));
        assertEquals("end " + Trace.place(plain), Trace.step(stage), "the end stays");
        plain.reset();
        stage.reset();
      }
    }
  }

  @Test
  void resetAndReturnAnywhere() throws IOException {
    var random = new Random(5);
    try (Stage<Record> plain = new RepeatStage<>(source(), 2);
        Stage<String> stage = map(new RepeatStage<>(source(), 2), 3, true)) {
      for (int i = 0; i < 20; i++) {
        int steps = random.nextInt(COUNT / 2);
        for (int step = 0; step < steps; step++) {
          plain.next();
          Trace.step(stage);
        }
        if (random.nextBoolean()) {
          plain.reset();
          stage.reset();
          assertEquals(Trace.place(plain), Trace.place(stage));
        } else {
          var marks = new long[stage.marks()];
          stage.mark(marks, 0);
          plain.resume(marks, 0);
          stage.resume(marks, 0);
        }
      }
      assertEquals(expected(plain), steps(stage));
    }
  }

  @Test
  void outOfOrderEachResultComesOnceInItsEpoch() throws IOException {
    try (Stage<Record> plain = source();
        Stage<String> stage = map(new RepeatStage<>(source(), 3), 3, false)) {
      var once =
          new TreeSet<>(
              expected(plain).stream()
                  .filter(step -> !step.startsWith("end"))
                  .map(step -> step.replaceAll(" \\d\\[.*", ""))
                  .toList());
      for (int epoch = 0; epoch < 3; epoch++) {
        var found = new TreeSet<String>();
        for (int i = 0; i < COUNT; i++) {
          found.add(Trace.step(stage).replaceAll(" \\d\\[.*", ""));
          assertEquals(epoch, stage.epoch());
        }
        assertEquals(once, found);
      }
      assertFalse(stage.next());
      assertEquals(
          new Resumption(Resumption.By.NOBODY, "map(threads=3,unordered)"), stage.resumption());
      assertThrows(UnsupportedOperationException.class, stage::state);
    }
  }

  @Test
  void anErrorOfTheSourceComesAfterTheResultsBeforeIt() throws IOException {
    var source =
        new FilterStage<>(
            source(),
            record -> {
              if (record.ordinal() == 20) {
                throw new IllegalStateException("of the source");
              }
              return true;
            });
    try (Stage<String> stage = map(source, 3, true)) {
      for (int i = 0; i < 20; i++) {
        assertTrue(Trace.step(stage).startsWith(i + " of "));
      }
      assertEquals("java.lang.IllegalStateException: of the source", Trace.step(stage));
      assertTrue(Trace.step(stage).startsWith("21 of "), "and only once");
    }
  }

  @Test
  void closeAndInterruptEndAFunctionThatWaits() throws Exception {
    for (boolean interrupted : new boolean[] {true, false}) {
      var reached = new CountDownLatch(1);
      ItemFunction<Record, String> waiting =
          record -> {
            reached.countDown();
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              return "the flag is lost";
            }
            return "";
          };
      try (Stage<String> stage = new ParallelMap<>(source(), waiting, 2, true, TEXTS)) {
        Thread.currentThread().interrupt();
        assertThrows(InterruptedIOException.class, stage::next);
        assertTrue(Thread.interrupted());
        reached.await();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
      assertEquals(interrupted, Thread.interrupted(), "kept through close");
      noThreadIsLeft();
    }
  }

  @Test
  void textAndIdentity() throws IOException {
    try (Stage<String> stage = map(source(), 4, true)) {
      assertEquals("list of 300 | map(threads=4)", stage.toString());
      assertEquals("list of 300", stage.identity());
    }
  }

  @Test
  void aFilterLeavesPlacesAsTheyAre() throws IOException {
    try (Stage<Record> stage = new FilterStage<>(source(), record -> record.ordinal() % 100 == 7)) {
      var found = new ArrayList<String>();
      while (stage.next()) {
        found.add(stage.get().position() + "/" + stage.get().ordinal());
      }
      assertEquals(List.of("7/7", "107/107", "207/207"), found);
      assertEquals("list of 300 | filter(function)", stage.identity());
    }
  }
}
