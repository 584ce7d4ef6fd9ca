// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.reader.Stage.Hint;
import dev.recordio.reader.Stage.Resumption;
import java.io.IOException;
import java.util.List;

/**
 * A stage over one other stage. What is here is right for one that hands out an item as soon as it
 * has read it, and has no marks of its own.
 *
 * @param <U> the items of the stage before it
 * @param <T> the items
 */
public abstract class Decorator<U, T> extends Stage<T> {
  /** The stage before this one. */
  protected final Stage<U> upstream;

  protected Decorator(Stage<U> upstream) {
    this.upstream = upstream;
  }

  /** Returns the stage's own text, such as {@code batch(256)}. */
  protected abstract String text();

  /** Whether the stage may change when a run is resumed. */
  protected boolean mayChange() {
    return false;
  }

  @Override
  protected void rewind() throws IOException {
    upstream.reset();
  }

  @Override
  protected void end() throws IOException {
    upstream.close();
  }

  @Override
  public long epoch() {
    return upstream.epoch();
  }

  @Override
  public int marks() {
    return upstream.marks();
  }

  @Override
  public void mark(long[] to, int at) {
    upstream.mark(to, at);
  }

  @Override
  public void resume(long[] from, int at) throws IOException {
    upstream.resume(from, at);
  }

  @Override
  public void toEpochStart(long[] marks, int at) {
    upstream.toEpochStart(marks, at);
  }

  @Override
  public long epochsOfPass() {
    return upstream.epochsOfPass();
  }

  @Override
  public List<Source<?>> sources() {
    return upstream.sources();
  }

  @Override
  public List<Integer> sourceMarks() {
    return upstream.sourceMarks();
  }

  @Override
  public List<Hint> places() {
    return upstream.places();
  }

  @Override
  public Resumption resumption() {
    return upstream.resumption();
  }

  @Override
  public long firstEpoch() {
    return upstream.firstEpoch();
  }

  @Override
  public List<Waits> waits() {
    return upstream.waits();
  }

  @Override
  public String toString() {
    return upstream + " | " + text();
  }

  @Override
  public String identity() {
    return mayChange() ? upstream.identity() : upstream.identity() + " | " + text();
  }
}
