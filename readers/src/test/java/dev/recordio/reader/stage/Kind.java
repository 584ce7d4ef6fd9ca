// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.reader.Reader;
import dev.recordio.reader.Schema;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage;
import dev.recordio.reader.stage.CountedStage.SkipStage;
import dev.recordio.reader.stage.CountedStage.TakeStage;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** The kinds of stages: each is drawn with random parameters, as a reader and as a model. */
enum Kind {
  REPEAT,
  BATCH,
  SHUFFLE,
  LIMITED_SHUFFLE,
  TAKE,
  SKIP,
  SHARD,
  FILTER,
  ZIP,
  SCHEMA;

  /** A pipeline, which can be opened again and again, and what it should hand out. */
  record Pipeline(Supplier<Stage<?>> opened, PipelineModel model, TestInput input, int worker) {
    /** Adds a stage. */
    Pipeline add(Kind kind, Random random) {
      int small = random.nextInt(4);
      int any = random.nextInt(input.count() + 3);
      long seed = random.nextLong();
      return switch (kind) {
        case REPEAT -> with(r -> Stages.repeat(r, small + 1), model.repeat(small + 1));
        case BATCH -> {
          Tail tail = Tail.values()[random.nextInt(4)];
          yield with(r -> Stages.batch(r, small + 1, tail), model.batch(small + 1, tail));
        }
        case SHUFFLE ->
            with(
                r -> Stages.shuffle(r, seed, any + 1),
                model.shuffle(seed, worker, any + 1, Long.MAX_VALUE, input::bytes));
        case LIMITED_SHUFFLE -> {
          long bytes = 1 + random.nextInt(10) * input.typicalBytes();
          yield with(
              r -> Stages.shuffle(r, seed, any + 1, bytes),
              model.shuffle(seed, worker, any + 1, bytes, input::bytes));
        }
        case TAKE -> onItems(r -> new TakeStage<>(r, any), model.take(any));
        case SKIP -> onItems(r -> new SkipStage<>(r, small), model.skip(small));
        case SHARD ->
            onItems(
                r -> new ShardStage<>(r, small * any % (small + 1), small + 1),
                model.shard(small * any % (small + 1), small + 1));
        case FILTER ->
            with(
                r -> Stages.filter(r, item -> wanted(input.text(item), small)),
                model.filter(text -> wanted(text, small)));
        case ZIP ->
            new Pipeline(
                () -> (Stage<?>) Stages.zip(opened.get(), opened.get()),
                model.zipWithItself(),
                input,
                worker);
        case SCHEMA ->
            with(r -> ((Stage<?>) r).items().kind().startsWith("record") ? checked(r) : r, model);
      };
    }

    private static <T> Reader<T> checked(Reader<T> reader) {
      return Stages.schema(
          reader, new Schema(List.of(Schema.Field.parse("any", "uint8[-1]:bytes"))));
    }

    /** A third of the items, or none, is left out. */
    private static boolean wanted(String text, int small) {
      return Math.floorMod(text.hashCode(), 3) != small;
    }

    private Pipeline with(java.util.function.UnaryOperator<Reader<?>> stage, PipelineModel then) {
      return new Pipeline(() -> (Stage<?>) stage.apply(opened.get()), then, input, worker);
    }

    /** Not as a setting of the source, which is of positions over all workers. */
    private Pipeline onItems(
        java.util.function.Function<Stage<?>, Stage<?>> stage, PipelineModel then) {
      return new Pipeline(() -> stage.apply(opened.get()), then, input, worker);
    }
  }

  /** What pipelines of tests read. */
  interface TestInput {
    /** Returns the number of items. */
    int count();

    /** Returns a new source of the items. */
    Source<?> open();

    /** Returns the texts of the items of an epoch, in order. */
    List<String> texts(long epoch);

    /** Returns the text of an item, also of batches. */
    String text(Object item);

    /** Returns the bytes of an item that has a text. */
    long bytes(String text);

    /** Returns the bytes of an item, about. */
    int typicalBytes();
  }

  /** Returns the pipeline without stages of a worker. */
  static Pipeline source(TestInput input, int worker, int workers) {
    return new Pipeline(
        () -> {
          Source<?> source = input.open();
          source.share(worker, workers);
          return source;
        },
        PipelineModel.source(input::texts, worker, workers),
        input,
        worker);
  }
}
