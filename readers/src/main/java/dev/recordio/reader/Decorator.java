// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.io.IOException;
import java.util.List;

/**
 * A stage over one other stage. What it inherits is right for one that hands out an item as soon as
 * it has read it.
 *
 * @param <U> the items of the stage before it
 * @param <T> the items
 */
public abstract class Decorator<U, T> extends Stage<T> {
  /** The stage before this one. */
  protected final Stage<U> upstream;

  /** Creates a stage that has no marks of its own. */
  protected Decorator(Stage<U> upstream) {
    this(upstream, 0);
  }

  /** Creates a stage with marks of its own. */
  protected Decorator(Stage<U> upstream, int ownMarks) {
    super(List.of(upstream), ownMarks);
    this.upstream = upstream;
  }

  /** Returns the stage's own text, such as {@code batch(256)}. */
  protected abstract String text();

  /** Whether the stage may change when a run is resumed. */
  protected boolean mayChange() {
    return false;
  }

  @Override
  public String toString() {
    return upstream + " | " + text();
  }

  @Override
  public String identity() {
    return mayChange() ? upstream.identity() : upstream.identity() + " | " + text();
  }

  /**
   * A stage that hands on items as they are: all of them, or those that are wanted.
   *
   * @param <T> the items
   */
  public abstract static class Passing<T> extends Decorator<T, T> {
    /** Creates a stage that has no marks of its own. */
    protected Passing(Stage<T> upstream) {
      super(upstream);
    }

    /** Creates a stage with marks of its own. */
    protected Passing(Stage<T> upstream, int ownMarks) {
      super(upstream, ownMarks);
    }

    /** Whether the current item of the stage before this one is handed on. */
    protected boolean wanted() throws IOException {
      return true;
    }

    @Override
    protected boolean advance() throws IOException {
      do {
        if (!upstream.next()) {
          return false;
        }
      } while (!wanted());
      return true;
    }

    @Override
    protected T item() {
      return upstream.get();
    }

    @Override
    public Items<T> items() {
      return upstream.items();
    }
  }
}
