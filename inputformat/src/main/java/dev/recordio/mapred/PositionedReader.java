// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.RecordReader;

/**
 * A reader whose position is where it will read next, for which it may have to read ahead. Hive
 * wants that in the thread that reads; Tez also asks for it in another thread, which reports
 * progress, at any time: so the calls exclude each other, and what a look ahead fails with is
 * thrown to the thread that reads as well.
 *
 * @param <V> the value
 */
abstract class PositionedReader<V> implements RecordReader<LongWritable, V> {
  private final long end; // of the split
  private Exception failure;
  private boolean closed;

  PositionedReader(long end) {
    this.end = end;
  }

  /** Reads what is next; false if there is nothing. */
  abstract boolean read(LongWritable key, V value) throws IOException;

  /** Returns the position of what is next, which stays to be read; -1 if there is nothing. */
  abstract long peek() throws IOException;

  /** Returns what part of the split has been consumed, 0 to 1. */
  abstract float consumed();

  /** Closes what is read. */
  abstract void release() throws IOException;

  @Override
  public final synchronized boolean next(LongWritable key, V value) throws IOException {
    requireNoFailure();
    return read(key, value);
  }

  private void requireNoFailure() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
  }

  @Override
  public final LongWritable createKey() {
    return new LongWritable();
  }

  /** Returns the position of what is read next; the split's end when there is nothing. */
  @Override
  public final synchronized long getPos() throws IOException {
    requireNoFailure();
    if (closed) {
      return end;
    }
    try {
      long position = peek();
      return position < 0 ? end : position;
    } catch (IOException | RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public final synchronized float getProgress() {
    return closed ? 1 : consumed();
  }

  @Override
  public final synchronized void close() throws IOException {
    closed = true;
    release();
  }
}
