// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.Batch;
import dev.recordio.reader.Decorator;
import dev.recordio.reader.Items;
import dev.recordio.reader.ListBatch;
import dev.recordio.reader.Placed;
import dev.recordio.reader.Reader;
import dev.recordio.reader.Schema;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Zipped;
import dev.recordio.reader.source.SideBySideSource;
import dev.recordio.reader.stage.CountedStage.SkipStage;
import dev.recordio.reader.stage.CountedStage.TakeStage;
import java.util.Arrays;
import java.util.function.Predicate;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Stages of pipelines, for programs: each takes readers, and returns the reader to use in their
 * place. Closing it closes the readers it took.
 *
 * <p>Parameters out of range are refused with an {@link InvalidSettingException}.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Stages {
  /** Epochs without end. */
  public static final long INFINITE = RepeatStage.INFINITE;

  private static final int MAX_WINDOW = 1 << 28;

  private Stages() {}

  /**
   * Returns batches of consecutive items of the same epoch.
   *
   * @param size items of a batch, at least 1
   * @param tail what becomes of an epoch's last items if they do not fill a batch
   */
  public static <T> Reader<Batch<T>> batch(Reader<T> reader, int size, Tail tail) {
    requireAtLeast("batch(n)", size, 1);
    return new BatchStage<>(stage(reader), size, tail);
  }

  /**
   * Returns several epochs, one after the other, as if they were one; {@link Reader#epoch} shows
   * which one an item is of.
   *
   * @param epochs how many, 1 to 2^62; or {@link #INFINITE}
   */
  public static <T> Reader<T> repeat(Reader<T> reader, long epochs) {
    requireAtLeast("repeat(n)", epochs, 1);
    if (epochs > RepeatStage.MAX_EPOCHS && epochs != INFINITE) {
      throw new InvalidSettingException(
          "repeat(n) takes at most " + RepeatStage.MAX_EPOCHS + " epochs, or inf, not " + epochs);
    }
    return new RepeatStage<>(stage(reader), epochs);
  }

  /**
   * Returns the items in another order: each is drawn at random from a window that slides over
   * them. Each epoch has its own order. A run can be resumed on as many workers as before.
   *
   * @param seed any number; the same one gives the same order again
   * @param window items to draw from, 1 to 2^28; no item comes more than {@code window - 1} places
   *     early
   * @see #shuffle(Reader, long, int, long)
   */
  public static <T> Reader<T> shuffle(Reader<T> reader, long seed, int window) {
    return shuffle(reader, seed, window, ShuffleStage.UNLIMITED);
  }

  /**
   * Returns the items in another order, as {@link #shuffle(Reader, long, int)}, with a limit of
   * memory.
   *
   * <p>A window that the limit has made smaller depends on the sizes of all items before: a run is
   * then resumed by reading the epoch again from its beginning.
   *
   * @param bytes the most bytes of all items in the window, at least 1; a longer item is alone in
   *     the window
   */
  public static <T> Reader<T> shuffle(Reader<T> reader, long seed, int window, long bytes) {
    requireAtLeast("shuffle(window)", window, 1);
    requireAtLeast("shuffle(bytes)", bytes, 1);
    if (window > MAX_WINDOW) {
      throw new InvalidSettingException(
          "shuffle(window) takes at most " + MAX_WINDOW + " items, not " + window);
    }
    return new ShuffleStage<>(stage(reader), seed, window, bytes);
  }

  /**
   * Returns the items for which a function is true.
   *
   * @param wanted must give the same result for equal items, or a run can't be resumed
   */
  public static <T> Reader<T> filter(Reader<T> reader, Predicate<? super T> wanted) {
    return new FilterStage<>(stage(reader), wanted);
  }

  /**
   * Returns the k-th items of several readers together. When one of them has fewer items of an
   * epoch than another, {@link Reader#next} throws an {@link java.io.IOException} that names them.
   *
   * @param readers at least one
   */
  public static Reader<Zipped> zip(Reader<?>... readers) {
    requireAtLeast("the number of readers of zip", readers.length, 1);
    return new ZipStage(Arrays.stream(readers).<Stage<?>>map(Stages::stage).toList());
  }

  /**
   * Returns the first items after each {@link Reader#reset}: of each epoch or, after {@link
   * #repeat}, of all epochs together.
   *
   * <p>Directly after a source, these are the first positions of each epoch's order, over all
   * workers, and a run can be resumed on any number of workers; else on as many as before.
   *
   * @param items how many, at least 0
   */
  public static <T> Reader<T> take(Reader<T> reader, long items) {
    requireAtLeast("take(n)", items, 0);
    if (reader instanceof Source<T> source) {
      source.take(items);
      return source;
    }
    return new TakeStage<>(stage(reader), items);
  }

  /**
   * Returns all items except the first ones after each {@link Reader#reset}. As with {@link #take},
   * directly after a source these are positions over all workers.
   *
   * @param items how many are left out, at least 0
   */
  public static <T> Reader<T> skip(Reader<T> reader, long items) {
    requireAtLeast("skip(n)", items, 0);
    if (reader instanceof Source<T> source) {
      source.skip(items);
      return source;
    }
    return new SkipStage<>(stage(reader), items);
  }

  /**
   * Returns each n-th item of an epoch. Directly after a source, only these items are read, and a
   * run can be resumed on any number of workers; else each worker reads all items, and resumes from
   * its own state.
   *
   * @param worker the first item, from 0
   * @param workers n, at least 1
   */
  public static <T> Reader<T> shard(Reader<T> reader, int worker, int workers) {
    if (worker < 0 || worker >= workers) {
      throw new InvalidSettingException(
          "shard(i/n) takes an i from 0 to n - 1, not " + worker + "/" + workers);
    }
    if (reader instanceof Source<T> source) {
      source.share(worker, workers);
      return source;
    }
    return new ShardStage<>(stage(reader), worker, workers);
  }

  /**
   * Checks that each record, or row, has the fields of a schema: {@link Reader#next} throws a
   * {@link dev.recordio.bytes.MalformedRecordException} at the first one that lacks a field.
   * Batches are checked, too.
   *
   * <p>In a record the fields follow one another, little-endian, and fill it; one length in all
   * shapes may be -1, and follows from the record's length. A row must have the fields of {@link
   * Schema#ROW} that are declared, and index, field and qid must fit into their types; the length
   * of field, index or value, unless -1, is the number of entries of each row.
   */
  public static <T> Reader<T> schema(Reader<T> reader, Schema schema) {
    return new SchemaStage<>(stage(reader), schema, 0);
  }

  /**
   * Checks rows as {@link #schema(Reader, Schema)} does, and that their indices are below a bound.
   *
   * @param columns the bound, at least 1
   */
  public static <T> Reader<T> schema(Reader<T> reader, Schema schema, long columns) {
    requireAtLeast("schema(columns)", columns, 1);
    return new SchemaStage<>(stage(reader), schema, columns);
  }

  /**
   * Reads files side by side, each by a thread of its own: the same items in another order.
   *
   * @param reader a source of files
   * @param threads how many files are read at a time, 1 to 64
   * @param inTurn whether items come in a fixed turn, one of each file; else as they are read, and
   *     a run can't be resumed
   */
  public static <T extends Placed> Reader<T> files(Reader<T> reader, int threads, boolean inTurn) {
    return inTurn
        ? SideBySideSource.roundRobin(stage(reader), threads, PrefetchStage::ofFile)
        : SideBySideSource.any(stage(reader), threads);
  }

  /**
   * Takes one item from each of k files in turn, in one thread: the same order as {@link #files}
   * with {@code inTurn}.
   *
   * @param reader a source of files
   * @param k how many files, 1 to 64
   */
  public static <T extends Placed> Reader<T> interleave(Reader<T> reader, int k) {
    return SideBySideSource.interleave(stage(reader), k);
  }

  /**
   * Returns the results of a function, which several threads call.
   *
   * @param threads how many, at least 1
   * @param ordered whether results come in the order of the items; else in the order of their
   *     completion, and a run can't be resumed
   * @param schema what the results are
   */
  public static <U, T> Reader<T> map(
      Reader<U> reader,
      ItemFunction<? super U, ? extends T> function,
      int threads,
      boolean ordered,
      Schema schema) {
    requireAtLeast("map(threads)", threads, 1);
    return new ParallelMap<>(stage(reader), function, threads, ordered, ListBatch.items(schema));
  }

  /**
   * Returns the results, in the order of the items, of a function of items and their epochs, which
   * several threads call.
   *
   * @param threads how many, at least 1
   * @param items how the results are kept
   */
  @InterfaceAudience.Private
  public static <U, T> Stage<T> map(
      Stage<U> stage, EpochFunction<? super U, ? extends T> function, int threads, Items<T> items) {
    requireAtLeast("map(threads)", threads, 1);
    return new ParallelMap<>(stage, function, threads, true, items);
  }

  /**
   * Returns the same items, read ahead by a thread of its own.
   *
   * @param bytes the most bytes that wait, at least 1; a longer item waits alone
   */
  public static <T> Reader<T> prefetch(Reader<T> reader, long bytes) {
    return prefetch(reader, bytes, PrefetchStage.ANY_NUMBER);
  }

  /**
   * Returns the same items, read ahead by a thread of its own.
   *
   * @param bytes the most bytes that wait, at least 1; a longer item waits alone
   * @param items the most items that wait, at least 1
   */
  public static <T> Reader<T> prefetch(Reader<T> reader, long bytes, long items) {
    requireAtLeast("prefetch(bytes)", bytes, 1);
    requireAtLeast("prefetch(items)", items, 1);
    return new PrefetchStage<>(stage(reader), bytes, items);
  }

  private static void requireAtLeast(String what, long number, long least) {
    if (number < least) {
      throw new InvalidSettingException(what + " must be at least " + least + ", not " + number);
    }
  }

  private static <T> Stage<T> stage(Reader<T> reader) {
    if (reader instanceof Stage<T> stage) {
      return stage;
    }
    throw new InvalidSettingException(
        "stages can be added to readers of this library only, not to " + reader.getClass());
  }

  /** The items for which a function is true. */
  static final class FilterStage<T> extends Decorator.Passing<T> {
    private final Predicate<? super T> wanted;

    FilterStage(Stage<T> upstream, Predicate<? super T> wanted) {
      super(upstream);
      this.wanted = wanted;
    }

    @Override
    protected boolean wanted() {
      return wanted.test(upstream.get());
    }

    @Override
    protected String text() {
      return "filter(function)"; // the same in each run: functions have no names
    }
  }
}
