// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * A reader of this library: a source or a decorator. Beyond {@link Reader}, stages know how to keep
 * items, and how far they are in a few numbers, their marks.
 */
public abstract class Stage<T> implements Reader<T> {
  private final Stage<?>[] before;
  private final int marks;
  private Closeable other; // closed after the stages; or null
  private boolean current;
  private boolean closed;

  /**
   * Creates the stage.
   *
   * @param before the stages whose items this one reads; none of a source
   * @param ownMarks how many marks this one adds to theirs
   */
  protected Stage(List<? extends Stage<?>> before, int ownMarks) {
    this.before = before.toArray(new Stage<?>[0]);
    marks = before.stream().mapToInt(Stage::marks).sum() + ownMarks;
  }

  /** Steps to the next item; false at the end. May be called again there. */
  protected abstract boolean advance() throws IOException;

  /** Returns the current item. */
  protected abstract T item();

  /** Returns how items are kept. */
  public abstract Items<T> items();

  /** Begins the next epoch. */
  protected void rewind() throws IOException {
    for (Stage<?> stage : before) {
      stage.reset();
    }
  }

  /** Ends the stage and all before it; called once. */
  protected void end() throws IOException {
    end(before.length);
  }

  private void end(int stages) throws IOException {
    if (stages > 0) {
      try (Stage<?> closing = before[stages - 1]) { // closed last, whatever fails before it
        end(stages - 1);
      }
    }
  }

  /** Makes {@link #close} close something else, too. */
  final void closeAlso(Closeable resource) {
    other = resource;
  }

  @Override
  public long epoch() {
    return before[0].epoch();
  }

  /** Returns the number of marks of this stage and those before it. */
  public final int marks() {
    return marks;
  }

  /**
   * Writes the marks: how far the stages are with the current item handed out. Before the first
   * item, and at the end, they can be had, too.
   *
   * @param to gets them, from {@code at} on: the marks of the stages before this one, and then its
   *     own
   */
  public void mark(long[] to, int at) {
    int next = at;
    for (Stage<?> stage : before) {
      stage.mark(to, next);
      next += stage.marks;
    }
    markOwn(to, next);
  }

  /** Continues after the item whose marks these are. */
  public void resume(long[] from, int at) throws IOException {
    int next = at;
    for (Stage<?> stage : before) {
      stage.resume(from, next);
      next += stage.marks;
    }
    resumeOwn(from, next);
  }

  /**
   * Turns marks into the marks of the beginning of their epoch: with none of its items handed out.
   */
  public void toEpochStart(long[] of, int at) {
    int next = at;
    for (Stage<?> stage : before) {
      stage.toEpochStart(of, next);
      next += stage.marks;
    }
    ownToEpochStart(of, next);
  }

  /** Writes the stage's own marks. */
  protected void markOwn(long[] to, int at) {}

  /** Continues by the stage's own marks; the stages before it have. */
  protected void resumeOwn(long[] from, int at) throws IOException {}

  /** Turns the stage's own marks into marks of the beginning of the epoch. */
  protected void ownToEpochStart(long[] of, int at) {}

  /** Returns the sources, in the order of their marks. */
  public List<MarkedSource> sources() {
    var all = new ArrayList<MarkedSource>();
    int at = 0;
    for (Stage<?> stage : before) {
      for (MarkedSource each : stage.sources()) {
        all.add(new MarkedSource(each.source, at + each.at));
      }
      at += stage.marks;
    }
    return all;
  }

  /** Returns where the current items of the sources begin, or places before that. */
  public List<Hint> places() {
    var all = new ArrayList<Hint>(1);
    for (Stage<?> stage : before) {
      all.addAll(stage.places());
    }
    return all;
  }

  /** Returns how many epochs there are from one end, of those that {@link #next} reports, on. */
  public long epochsOfPass() {
    return before.length == 0 ? 1 : before[0].epochsOfPass();
  }

  /** Whether item k of an epoch is made of item k of each source, and of no other. */
  public boolean isItemForItem() {
    return false;
  }

  /** Returns how the stages can be resumed. */
  public Resumption resumption() {
    Resumption all = Resumption.ELASTIC;
    for (Stage<?> stage : before) {
      all = all.and(stage.resumption());
    }
    return all;
  }

  /** Returns the stages, up to this one, that read ahead. */
  public final List<Waits> waits() {
    var all = new ArrayList<Waits>();
    for (Stage<?> stage : before) {
      all.addAll(stage.waits());
    }
    if (this instanceof Waits own) {
      all.add(own);
    }
    return all;
  }

  /** Returns the text of the stages; parsed, it gives the same ones. */
  @Override
  public abstract String toString();

  /**
   * Returns the text without what may change when a run is resumed: batches, threads, what is
   * fetched ahead.
   */
  public abstract String identity();

  @Override
  public final boolean next() throws IOException {
    current = false;
    if (closed) {
      throw closed();
    }
    return current = advance();
  }

  @Override
  public final T get() {
    if (!current) {
      throw closed ? closed() : new NoSuchElementException("no current item: next() gave none");
    }
    return item();
  }

  @Override
  public final void reset() throws IOException {
    current = false;
    requireOpen();
    rewind();
  }

  @Override
  public final Schema schema() {
    requireOpen();
    return items().schema();
  }

  @Override
  public final ReaderState state() {
    requireOpen();
    return ReaderState.capture(this);
  }

  @Override
  public final void restore(ReaderState state) throws IOException {
    current = false;
    requireOpen();
    state.restore(this);
  }

  @Override
  public final void close() throws IOException {
    current = false;
    if (!closed) {
      closed = true;
      try (Closeable closing = other) {
        end();
      }
    }
  }

  /**
   * Checks that the stage has not been closed.
   *
   * @throws IllegalStateException when it has been
   */
  protected final void requireOpen() {
    if (closed) {
      throw closed();
    }
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("the reader is closed");
  }

  /**
   * A source of a pipeline.
   *
   * @param source the source
   * @param at where its marks are among the marks of the stage that was asked
   */
  public record MarkedSource(Source<?> source, int at) {}

  /**
   * Where in the files of a source an item begins: what lets a run that is resumed begin there,
   * without counting the items before it.
   *
   * @param file which file, from 0
   * @param offset where to begin in it, in bytes
   * @param ordinal the number over the whole input of the first item from there on
   */
  public record Hint(int file, long offset, long ordinal) {
    /** The input's start. */
    public static final Hint START = new Hint(0, 0, 0);
  }

  /**
   * How a pipeline can be resumed.
   *
   * @param by on how many workers
   * @param stage the stage that limits it; null when none does
   */
  public record Resumption(By by, String stage) {
    /** On how many workers a run can be resumed, from the most on. */
    public enum By {
      /** Any number, which share what is left. */
      ANY_WORKERS,
      /** As many as before, each from its own state. */
      SAME_WORKERS,
      /** None: what was handed out is no beginning of a sequence. */
      NOBODY
    }

    /** On any number of workers. */
    public static final Resumption ELASTIC = new Resumption(By.ANY_WORKERS, null);

    /** Returns the stricter of this and another one. */
    public Resumption and(Resumption other) {
      return other.by.compareTo(by) > 0 ? other : this;
    }
  }
}
