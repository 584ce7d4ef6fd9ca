// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.reader.PlacedItems;
import dev.recordio.reader.Record;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Waits;
import dev.recordio.reader.source.ListSource;
import dev.recordio.testing.Faults;
import dev.recordio.testing.LiveThreads;
import dev.recordio.testing.Sampled;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class PrefetchStageTest {
  /** Pipelines that are read ahead. */
  enum Upstream {
    LIST,
    RECORDS,
    ROWS,
    REPEATED,
    BATCHES,
    REPEATED_BATCHES,
    WRAPPED,
    PREFETCHED
  }

  private static final long[][] BOUNDS = {
    {1, 1}, {1, PrefetchStage.ANY_NUMBER}, {300, 3}, {64 << 20, PrefetchStage.ANY_NUMBER}
  };

  @TempDir static java.nio.file.Path folder;

  private Inputs inputs;
  private List<FileStatus> records;
  private List<FileStatus> rows;

  @BeforeEach
  void write() throws IOException {
    inputs = new Inputs(folder);
    Path[] paths = {new Path(folder + "/a.rec"), new Path(folder + "/b.rec")};
    if (!java.nio.file.Files.exists(folder.resolve("a.rec"))) {
      inputs.records("a.rec", 40, 90, false);
      inputs.records("b.rec", 23, 30, false);
      inputs.rows("a.libsvm", 70);
    }
    records = inputs.watched(paths);
    rows = inputs.watched(new Path(folder + "/a.libsvm"));
  }

  @AfterEach
  void nothingIsLeft() {
    inputs.requireNothingOpen("");
  }

  private Stage<?> plain(Upstream upstream) {
    return switch (upstream) {
      case LIST -> new ListSource<>(Inputs.list(29, 2), PlacedItems.RECORDS);
      case RECORDS -> inputs.source(records);
      case ROWS -> inputs.rowSource(rows);
      case REPEATED -> new RepeatStage<>(inputs.source(records), 3);
      case BATCHES -> new BatchStage<>(inputs.source(records), 10, Tail.PAD);
      case REPEATED_BATCHES ->
          new RepeatStage<>(new BatchStage<>(inputs.rowSource(rows), 7, Tail.EMIT), 3);
      case WRAPPED -> new BatchStage<>(inputs.source(records), 8, Tail.WRAP);
      case PREFETCHED -> new PrefetchStage<>(inputs.source(records), 100, 5);
    };
  }

  private static <T> PrefetchStage<T> ahead(Stage<T> upstream, long[] bounds) {
    return new PrefetchStage<>(upstream, bounds[0], bounds[1]);
  }

  @ParameterizedTest
  @EnumSource
  void itemsPlacesAndEpochsAreThoseOfThePlainPipeline(Upstream upstream) throws IOException {
    List<String> expected;
    try (Stage<?> stage = plain(upstream)) {
      expected = Trace.epochs(stage, 3);
    }
    for (long[] bounds : BOUNDS) {
      try (Stage<?> stage = ahead(plain(upstream), bounds)) {
        assertEquals(expected, Trace.epochs(stage, 3));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void batchesOverItAreThoseOfThePlainPipeline(Upstream upstream) throws IOException {
    UnaryOperator<Stage<?>> batched = stage -> new RepeatStage<>(batch(stage), 2);
    List<String> expected;
    try (Stage<?> stage = batched.apply(plain(upstream))) {
      expected = Trace.epochs(stage, 2);
    }
    try (Stage<?> stage = batched.apply(ahead(plain(upstream), BOUNDS[2]))) {
      assertEquals(expected, Trace.epochs(stage, 2));
    }
  }

  private static <T> Stage<?> batch(Stage<T> upstream) {
    return new BatchStage<>(upstream, 4, Tail.WRAP);
  }

  @ParameterizedTest
  @EnumSource
  void resetsAndReturnsAnywhereAreThoseOfThePlainPipeline(Upstream upstream) throws IOException {
    for (int seed = 0; seed < 12; seed++) {
      var random = new Random(seed);
      try (Stage<?> plain = plain(upstream);
          Stage<?> ahead = ahead(plain(upstream), BOUNDS[seed % BOUNDS.length])) {
        var saved = new ArrayList<long[]>();
        for (int i = 0; i < 150; i++) {
          int act = random.nextInt(40);
          if (act == 0) {
            plain.reset();
            ahead.reset();
          } else if (act == 1 && !saved.isEmpty()) {
            long[] marks = saved.get(random.nextInt(saved.size()));
            plain.resume(marks, 1);
            ahead.resume(marks, 1);
          } else {
            assertEquals(Trace.step(plain), Trace.step(ahead));
          }
          assertEquals(Trace.place(plain), Trace.place(ahead));
          var marks = new long[1 + ahead.marks()];
          ahead.mark(marks, 1);
          saved.add(marks);
        }
      }
    }
  }

  @Test
  void placesAreThoseOfWhatWasHandedOut() throws IOException {
    try (Stage<?> plain = plain(Upstream.RECORDS);
        Stage<?> ahead = ahead(plain(Upstream.RECORDS), BOUNDS[3])) {
      boolean more = true;
      while (more) {
        assertEquals(Trace.place(plain), Trace.place(ahead));
        assertTrue(ahead.places().get(0).ordinal() <= plain.places().get(0).ordinal());
        more = plain.next();
        assertEquals(more, ahead.next());
      }
      assertEquals(Trace.place(plain), Trace.place(ahead));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LIST")
  void anErrorOfAnyReadComesAfterTheItemsBeforeIt(Upstream upstream) throws IOException {
    inputs.bytes.never();
    try (Stage<?> stage = plain(upstream)) {
      Trace.rest(stage);
    }
    long reads = inputs.bytes.count();
    assertTrue(reads > 5, reads + " reads");
    int step = Sampled.step(3, 1);
    int failed = 0;
    for (Faults.Kind kind : Faults.Kind.values()) {
      for (long n = kind.ordinal() % step; n < reads; n += step) {
        inputs.bytes.breaks(kind, n);
        List<String> expected;
        try (Stage<?> stage = plain(upstream)) {
          expected = Trace.rest(stage);
        }
        failed += expected.get(expected.size() - 1).contains("Exception") ? 1 : 0;
        inputs.bytes.breaks(kind, n);
        try (Stage<?> stage = ahead(plain(upstream), BOUNDS[(int) n % BOUNDS.length])) {
          assertEquals(expected, Trace.rest(stage), kind + " at " + n);
        }
        inputs.requireNothingOpen(kind + " at " + n);
      }
    }
    assertTrue(step * failed >= 2 * (reads - step), failed + " failures");
  }

  @Test
  void afterAnErrorReadingGoesOnAsInThePlainPipeline() throws IOException {
    inputs.bytes.breaks(Faults.Kind.THROWS_ONCE, 3);
    var expected = new ArrayList<String>();
    try (Stage<?> stage = plain(Upstream.RECORDS)) {
      expected.addAll(Trace.rest(stage));
      expected.addAll(Trace.rest(stage));
    }
    inputs.bytes.breaks(Faults.Kind.THROWS_ONCE, 3);
    var found = new ArrayList<String>();
    try (Stage<?> stage = ahead(plain(Upstream.RECORDS), BOUNDS[3])) {
      found.addAll(Trace.rest(stage));
      found.addAll(Trace.rest(stage));
    }
    assertEquals(expected, found);
  }

  @ParameterizedTest
  @EnumSource(names = {"RECORDS", "ROWS", "REPEATED_BATCHES"})
  void closeEndsAReadThatStallsAnywhere(Upstream upstream) throws Exception {
    for (int n = 0; n < 6; n++) {
      inputs.bytes.from(n).stalls();
      try (PrefetchStage<?> stage = ahead(plain(upstream), BOUNDS[3])) {
        stage.start();
        inputs.bytes.awaitStall();
      }
      inputs.requireNothingOpen("stalled at " + n);
    }
  }

  @Test
  void closeEndsAReadThatHeedsNoInterrupt() throws Exception {
    inputs.bytes.from(2).stallsUntilClosed();
    try (PrefetchStage<?> stage = ahead(plain(Upstream.RECORDS), BOUNDS[3])) {
      stage.start(); // not next(): what the thread has read before it stalls may still be with it
      inputs.bytes.awaitStall();
    }
    inputs.requireNothingOpen("closed");
  }

  @ParameterizedTest
  @EnumSource
  void closedAtAnyItem(Upstream upstream) throws IOException {
    boolean more = true;
    for (int n = 0; more; n++) {
      Stage<?> stage = ahead(plain(upstream), BOUNDS[n % BOUNDS.length]);
      for (int i = 0; i < n && more; i++) {
        more = stage.next();
      }
      stage.close();
      stage.close();
      assertThrows(IllegalStateException.class, stage::next);
      assertThrows(IllegalStateException.class, stage::get);
      inputs.requireNothingOpen("closed after " + n);
    }
  }

  @Test
  void anInterruptedConsumerMayGoOn() throws Exception {
    List<String> expected;
    try (Stage<?> stage = plain(Upstream.RECORDS)) {
      expected = Trace.rest(stage);
    }
    try (Stage<?> stage = ahead(plain(Upstream.RECORDS), BOUNDS[0])) {
      var found = new ArrayList<String>();
      while (found.size() < expected.size()) {
        Thread.currentThread().interrupt();
        try {
          if (stage.next()) {
            found.add(Trace.item(stage.get()) + " " + Trace.place(stage));
          } else {
            found.add("end " + Trace.place(stage));
          }
        } catch (InterruptedIOException e) {
          assertTrue(Thread.currentThread().isInterrupted());
          assertThrows(NoSuchElementException.class, stage::get);
        }
        Thread.interrupted();
      }
      assertEquals(expected, found);
    }
  }

  @Test
  void anInterruptedResetMayBeFollowedByAnything() throws Exception {
    for (boolean again : new boolean[] {true, false}) {
      try (Stage<?> stage = ahead(plain(Upstream.RECORDS), BOUNDS[0])) {
        assertTrue(stage.next());
        String place = Trace.place(stage);
        Thread.currentThread().interrupt();
        boolean reset = true;
        try {
          stage.reset();
        } catch (InterruptedIOException e) {
          reset = false;
        }
        Thread.interrupted();
        if (reset) {
          assertEquals("1[1, 0]", Trace.place(stage));
        } else {
          assertEquals(place, Trace.place(stage));
          if (again) {
            stage.reset();
          }
        }
        String next = Trace.step(stage);
        assertTrue(next.endsWith(reset || again ? " 1[1, 1]" : " 0[0, 2]"), next);
      }
    }
  }

  @Test
  void anItemLargerThanTheBudgetPassesAlone() throws IOException {
    var large = new ArrayList<Record>();
    for (int size : new int[] {1, 100_000, 3, 700_000, 700_001, 2}) {
      var record = new Record();
      record.setPayload(new byte[size], 0, size);
      large.add(record);
    }
    try (Stage<Record> stage =
        ahead(new ListSource<>(large, PlacedItems.RECORDS), new long[] {50_000, 100})) {
      for (Record record : large) {
        assertTrue(stage.next());
        assertEquals(record.length(), stage.get().length());
      }
      assertFalse(stage.next());
    }
  }

  @Test
  void bothSidesCountWhatTheyWait() throws Exception {
    try (PrefetchStage<Record> stage =
        ahead(new ListSource<>(Inputs.list(500, 2), PlacedItems.RECORDS), BOUNDS[0])) {
      stage.start();
      while (LiveThreads.named("recordio-prefetch").values().stream()
          .noneMatch(at -> at.contains("park"))) {
        Thread.onSpinWait(); // until it waits for room
      }
      while (stage.next()) {
        assertTrue(stage.get().length() > 0);
      }
      List<Waits> waits = Waits.of(batch(stage));
      assertEquals(1, waits.size());
      assertEquals("prefetch(1,items=1)", waits.get(0).stage());
      assertTrue(waits.get(0).producerWaitNanos() > 0);
      long consumer = waits.get(0).consumerWaitNanos();
      stage.reset();
      assertTrue(waits.get(0).consumerWaitNanos() >= consumer && consumer >= 0);
    }
  }

  @Test
  void itsTextHasTheShortestSizes() throws IOException {
    var text = new ArrayList<String>();
    for (long bytes : new long[] {1, 1000, 1024, 1536 << 10, 64 << 20, 3L << 30, 5L << 40}) {
      text.add(ahead(plain(Upstream.LIST), new long[] {bytes, Long.MAX_VALUE}).text());
    }
    assertEquals(
        "[prefetch(1), prefetch(1000), prefetch(1k), prefetch(1536k), prefetch(64m), prefetch(3g),"
            + " prefetch(5t)]",
        text.toString());
    Stage<?> stage = ahead(plain(Upstream.RECORDS), new long[] {64 << 20, 4});
    assertEquals("recordio:f | prefetch(64m,items=4)", stage.toString());
    assertEquals("recordio:f", stage.identity());
  }
}
