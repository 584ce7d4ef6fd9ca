// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The items of a reader, up to its end, as copies, which last. {@link #hasNext} reads an item
 * ahead. An {@link IOException} of the reader comes as an {@link UncheckedIOException}.
 *
 * @param <T> the items
 */
public final class ReaderIterator<T> implements Iterator<T> {
  private final Stage<T> reader;
  private boolean there; // the reader's current item is the next one
  private boolean ended;

  /** Creates the iterator; closing the reader is left to the caller. */
  public ReaderIterator(Stage<T> reader) {
    this.reader = reader;
  }

  /** Returns a stream of the items, in their order; closing it closes the reader. */
  public static <T> Stream<T> stream(Stage<T> reader) {
    var items =
        Spliterators.spliteratorUnknownSize(
            new ReaderIterator<>(reader), Spliterator.ORDERED | Spliterator.NONNULL);
    return StreamSupport.stream(items, false).onClose(() -> close(reader));
  }

  private static void close(Reader<?> reader) {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean hasNext() {
    if (!there && !ended) {
      try {
        there = reader.next();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      ended = !there;
    }
    return there;
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the reader has no more items");
    }
    T copy = reader.items().copy(reader.get());
    there = false;
    return copy;
  }
}
