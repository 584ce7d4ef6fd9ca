// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.reader.ReaderState;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Resumption;
import dev.recordio.testing.Sampled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stages alone, in pairs, and nested at random hand out what a model of lists does. */
class PipelinesTest {
  private static final int MAX_ITEMS = 150; // of a pass: longer pipelines are left out
  private static final int MAX_STOPS = 12;

  @TempDir static Path dir;
  private static Kind.TestInput files;

  @BeforeAll
  static void write() throws IOException {
    files = TestInputs.files(new org.apache.hadoop.fs.Path(dir.toUri()), 3, 6, 1);
  }

  @ParameterizedTest
  @EnumSource
  void eachAloneAndEachPair(Kind first) throws IOException {
    for (int seed = 0; seed < 4; seed += Sampled.step(2, 1)) {
      var random = new Random(31L * first.ordinal() + seed);
      check(input(random), List.of(first), random);
      for (Kind second : Kind.values()) {
        check(input(random), List.of(first, second), random);
      }
    }
  }

  @Test
  void upToFiveNestedAtRandom() throws IOException {
    for (int seed = 0; seed < 400; seed += Sampled.step(2, 1)) {
      var random = new Random(seed);
      Kind.TestInput input = input(random);
      var kinds = new ArrayList<Kind>();
      for (int i = 3 + random.nextInt(3); i > 0; i--) {
        kinds.add(Kind.values()[random.nextInt(Kind.values().length)]);
      }
      check(input, kinds, random);
    }
  }

  private static Kind.TestInput input(Random random) {
    return random.nextInt(8) == 0 ? files : TestInputs.list(random.nextInt(12), random.nextInt(3));
  }

  private static void check(Kind.TestInput input, List<Kind> kinds, Random random)
      throws IOException {
    int workers = 1 + random.nextInt(3);
    long parameters = random.nextLong();
    var pipelines = new ArrayList<Kind.Pipeline>();
    for (int worker = 0; worker < workers; worker++) {
      var drawn = new Random(parameters);
      Kind.Pipeline pipeline = Kind.source(input, worker, workers);
      for (Kind kind : kinds) {
        pipeline = pipeline.add(kind, drawn);
      }
      pipelines.add(pipeline);
    }
    if (pipelines.stream().anyMatch(p -> p.model().pass(0).items().size() > MAX_ITEMS)) {
      return;
    }
    for (Kind.Pipeline pipeline : pipelines) {
      readsAsTheModel(pipeline, random);
      resumesByMarks(pipeline, random);
    }
    resumesByStates(pipelines, random);
  }

  /** Reads to the end: items as in the model; returns their number. */
  private static void expect(
      Kind.Pipeline pipeline, Stage<?> reader, List<PipelineModel.Item> items) throws IOException {
    for (PipelineModel.Item item : items) {
      assertTrue(reader.next(), () -> reader + ": expected " + item);
      assertEquals(
          item,
          new PipelineModel.Item(reader.epoch(), pipeline.input().text(reader.get())),
          reader::toString);
    }
    assertFalse(reader.next(), reader::toString);
    assertThrows(NoSuchElementException.class, reader::get);
    assertFalse(reader.next(), reader::toString);
  }

  private static void step(Stage<?> reader, int items) throws IOException {
    for (int i = 0; i < items; i++) {
      assertTrue(reader.next(), reader::toString);
    }
  }

  private static void readsAsTheModel(Kind.Pipeline pipeline, Random random) throws IOException {
    Stage<?> reader = pipeline.opened().get();
    PipelineModel.Pass first = pipeline.model().pass(0);
    expect(pipeline, reader, first.items());
    reader.reset();
    PipelineModel.Pass second = pipeline.model().pass(first.last() + 1);
    expect(pipeline, reader, second.items());
    reader.reset();
    long epoch = second.last() + 1;
    PipelineModel.Pass third = pipeline.model().pass(epoch);
    int some = random.nextInt(third.items().size() + 1);
    step(reader, some);
    reader.reset(); // in the middle
    long next = some == 0 ? epoch : third.items().get(some - 1).epoch();
    expect(pipeline, reader, pipeline.model().pass(next + 1).items());
    reader.close();
    reader.close();
    assertThrows(IllegalStateException.class, reader::next);
    assertThrows(IllegalStateException.class, reader::get);
    assertThrows(IllegalStateException.class, reader::reset);
    assertThrows(IllegalStateException.class, reader::epoch);
    assertThrows(IllegalStateException.class, reader::schema);
    assertThrows(IllegalStateException.class, reader::state);
  }

  /** Stops after some items, and goes on in a new pipeline: with the rest, and the next pass. */
  private static void resumesByMarks(Kind.Pipeline pipeline, Random random) throws IOException {
    PipelineModel.Pass pass = pipeline.model().pass(0);
    List<PipelineModel.Item> all = pass.items();
    for (int stop : stops(all.size(), random)) {
      try (Stage<?> before = pipeline.opened().get();
          Stage<?> after = pipeline.opened().get();
          Stage<?> last = pipeline.opened().get()) {
        step(before, stop);
        after.resume(marks(before), 0);
        assertEquals(before.epoch(), after.epoch(), after::toString);
        int more = random.nextInt(all.size() - stop + 1);
        step(after, more);
        last.resume(marks(after), 0);
        expect(pipeline, last, all.subList(stop + more, all.size()));
        last.reset();
        expect(pipeline, last, pipeline.model().pass(pass.last() + 1).items());
        long reset = stop == 0 ? 0 : all.get(stop - 1).epoch();
        after.resume(marks(before), 0);
        after.reset();
        expect(pipeline, after, pipeline.model().pass(reset + 1).items());
      }
    }
  }

  private static long[] marks(Stage<?> stage) {
    var marks = new long[stage.marks()];
    stage.mark(marks, 0);
    return marks;
  }

  /** The workers stop at different places, and go on from their states. */
  private static void resumesByStates(List<Kind.Pipeline> pipelines, Random random)
      throws IOException {
    try (Stage<?> any = pipelines.get(0).opened().get()) {
      if (pipelines.size() > 1 && any.resumption().by() == Resumption.By.ANY_WORKERS) {
        return; // what is left is shared out again
      }
    }
    int size = pipelines.get(0).model().pass(0).items().size();
    for (int stop : stops(size, random)) {
      var states = new ArrayList<ReaderState>();
      var rests = new ArrayList<List<PipelineModel.Item>>();
      for (Kind.Pipeline pipeline : pipelines) {
        List<PipelineModel.Item> all = pipeline.model().pass(0).items();
        int own = pipelines.size() == 1 ? stop : random.nextInt(all.size() + 1);
        try (Stage<?> reader = pipeline.opened().get()) {
          step(reader, own);
          states.add(ReaderState.parse(reader.state().toString()));
        }
        rests.add(all.subList(own, all.size()));
      }
      Collections.shuffle(states, random);
      ReaderState state = ReaderState.of(states);
      for (int worker = 0; worker < pipelines.size(); worker++) {
        try (Stage<?> reader = pipelines.get(worker).opened().get();
            Stage<?> again = pipelines.get(worker).opened().get()) {
          reader.restore(state);
          if (pipelines.size() == 1) {
            int more = random.nextInt(rests.get(0).size() + 1);
            step(reader, more);
            again.restore(ReaderState.parse(reader.state().toString()));
            List<PipelineModel.Item> rest = rests.get(0);
            expect(pipelines.get(0), again, rest.subList(more, rest.size()));
          } else {
            expect(pipelines.get(worker), reader, rests.get(worker));
          }
        }
      }
    }
  }

  /** Returns all places where a run can stop, or some of them. */
  private static List<Integer> stops(int items, Random random) {
    var stops = new ArrayList<Integer>();
    for (int stop = 0; stop <= items; stop++) {
      stops.add(stop);
    }
    if (stops.size() > MAX_STOPS) {
      Collections.shuffle(stops, random);
    }
    return stops.subList(0, Math.min(MAX_STOPS, stops.size()));
  }
}
