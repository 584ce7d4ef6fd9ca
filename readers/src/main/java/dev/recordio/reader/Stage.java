// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.io.IOException;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * A reader of this library: a source or a decorator. Beyond {@link Reader}, stages know how to keep
 * items, and how far they are in a few numbers, their marks.
 */
public abstract class Stage<T> implements Reader<T> {
  private boolean current;
  private boolean closed;

  /** Steps to the next item; false at the end. May be called again there. */
  protected abstract boolean advance() throws IOException;

  /** Returns the current item. */
  protected abstract T item();

  /** Begins the next epoch. */
  protected abstract void rewind() throws IOException;

  /** Ends the stage and all before it; called once. */
  protected abstract void end() throws IOException;

  /** Returns how items are kept. */
  public abstract Items<T> items();

  /** Returns the number of marks of this stage and those before it. */
  public abstract int marks();

  /**
   * Writes the marks: how far the stages are with the current item handed out. Before the first
   * item, and at the end, they can be had, too.
   *
   * @param to gets them, from {@code at} on
   */
  public abstract void mark(long[] to, int at);

  /** Continues after the item whose marks these are. */
  public abstract void resume(long[] from, int at) throws IOException;

  /** Returns the sources, in the order of their marks. */
  public abstract List<Source<?>> sources();

  /** Returns where the marks of the sources are among the marks of the stage. */
  public abstract List<Integer> sourceMarks();

  /** Returns where the current items of the sources begin, or places before that. */
  public abstract List<Hint> places();

  /**
   * Turns marks into the marks of the beginning of their epoch: with none of its items handed out.
   * Right for a stage that has no marks but its sources'.
   */
  public void toEpochStart(long[] marks, int at) {
    for (int source : sourceMarks()) {
      marks[at + source + 1] = 0;
    }
  }

  /** Returns how many epochs there are from one end, of those that {@link #next} reports, on. */
  public long epochsOfPass() {
    return 1;
  }

  /** Whether item k of an epoch is made of item k of each source, and of no other. */
  public boolean isItemForItem() {
    return false;
  }

  /** Returns how the stages can be resumed. */
  public abstract Resumption resumption();

  /** Returns the first epoch of this run and of those that it continues. */
  public abstract long firstEpoch();

  /** Returns the stages, up to this one, that read ahead. */
  public List<Waits> waits() {
    return List.of();
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
      end();
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
