// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.flow;

import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Threads that take one piece of work after the other, and hand its groups to the one thread that
 * uses this object.
 *
 * @param <G> the groups
 */
public final class Producers<G> implements Closeable {
  private final FlowThreads threads;
  private final int count;
  private final Channel<G> channel;
  private final Supplier<? extends Piece<G>> pieces;
  private final Set<Piece<G>> open = ConcurrentHashMap.newKeySet();
  private long begun; // pieces
  private boolean started;

  /** A piece of work. */
  public interface Piece<G> extends Closeable {
    /**
     * Puts all groups of the piece into the channel, and with an error the ones before it.
     *
     * @param number the piece's
     */
    void produce(long number, Channel<G> to) throws IOException, InterruptedException;

    /** Closes what is read: called only when a thread does not heed an interrupt. */
    @Override
    void close() throws IOException;
  }

  /**
   * Creates the object; no thread is started yet.
   *
   * @param name what the threads' names begin with
   * @param count how many threads
   * @param pieces gives the pieces, and null after the last one; by one thread at a time
   */
  public Producers(
      String name, int count, Channel<G> channel, Supplier<? extends Piece<G>> pieces) {
    threads = new FlowThreads(name);
    this.count = count;
    this.channel = channel;
    this.pieces = pieces;
  }

  /** Returns the channel. */
  public Channel<G> channel() {
    return channel;
  }

  /** Starts the threads, unless they have been. */
  public void start() {
    if (!started) {
      started = true;
      for (int i = 0; i < count; i++) {
        threads.start(this::produce);
      }
    }
  }

  /** Takes the next group, as {@link Channel#take} does; starts the threads. */
  public G take() throws IOException {
    start();
    return channel.take();
  }

  private void produce() {
    boolean more = true;
    while (more && !channel.isClosed()) {
      more = produceNext();
    }
  }

  /** Does the next piece; false when there is none, or no further one is wanted. */
  private boolean produceNext() {
    Piece<G> piece;
    long number;
    synchronized (this) {
      piece = pieces.get();
      if (piece == null) {
        channel.setPieces(begun);
        return false;
      }
      number = begun++;
    }
    open.add(piece);
    try {
      piece.produce(number, channel);
    } catch (InterruptedException | IOException | RuntimeException | Error e) {
      channel.fail(number, e); // when it is closed, which alone interrupts, nobody asks for it
      return false;
    } finally {
      open.remove(piece);
    }
    channel.end(number);
    return true;
  }

  /**
   * Waits until all threads have ended by themselves, which have no further group to make.
   *
   * @throws java.io.InterruptedIOException when this thread is interrupted; it may be called again
   */
  public void finish() throws IOException {
    channel.close();
    threads.join();
  }

  /** Ends the threads, whatever they read. */
  @Override
  public void close() throws IOException {
    channel.close();
    threads.end(
        () -> {
          for (Piece<G> piece : open) {
            piece.close();
          }
        });
  }
}
