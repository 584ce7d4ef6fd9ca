// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.testing.LiveThreads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class ChannelTest {
  private static final String NAME = "recordio-channel-test";

  private final FlowThreads threads = new FlowThreads(NAME, 20);

  @AfterEach
  void noThreadIsLeft() {
    assertEquals("{}", LiveThreads.named(NAME).toString());
  }

  /** Waits until the channel's producer waits for room; fails when it ends instead. */
  private static void awaitBlocked(Channel<?> channel) throws InterruptedException {
    while (channel.blockedProducers() == 0) {
      assertFalse(LiveThreads.named(NAME).isEmpty(), "there is always room");
      assertFalse(Thread.interrupted(), "no producer waits for room");
    }
  }

  private static Channel<int[]> onePiece(long maxBytes, long maxItems) {
    Channel<int[]> channel = Channel.asTheyCome(maxBytes, maxItems);
    channel.setPieces(1);
    return channel;
  }

  private static void put(Channel<int[]> to, int... group) {
    try {
      to.put(0, group, group[0], 1);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 5, 10, 1000})
  void groupsArriveInOrderWhateverTheirSizeAndTheBound(long bound) throws IOException {
    var random = new Random(bound);
    var sizes = random.ints(2000, 0, 20).toArray();
    var channel = onePiece(bound, Long.MAX_VALUE);
    threads.start(
        () -> {
          for (int size : sizes) {
            put(channel, size);
          }
          channel.end(0);
        });
    for (int size : sizes) {
      assertEquals(size, channel.take()[0]);
    }
    assertNull(channel.take());
    assertNull(channel.take(), "the end stays");
    threads.join();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noMoreWaitsThanTheBound(boolean ofBytes) throws Exception {
    var channel = onePiece(ofBytes ? 10 : 1000, ofBytes ? 1000 : 3);
    var handed = Collections.synchronizedList(new ArrayList<Integer>());
    threads.start(
        () -> {
          for (int i = 0; i < 12; i++) {
            put(channel, 3, i);
            handed.add(i);
          }
          channel.end(0);
        });
    awaitBlocked(channel);
    assertEquals(List.of(0, 1, 2), handed, "three fit");
    assertEquals(0, channel.take()[1]);
    awaitBlocked(channel);
    assertEquals(List.of(0, 1, 2), handed, "the producer sleeps until half of them are taken");
    assertEquals(1, channel.take()[1]);
    if (ofBytes) {
      awaitBlocked(channel);
      assertEquals(List.of(0, 1, 2, 3, 4), handed, "one was left, two more fit");
    }
    while (channel.take() != null) {
      assertTrue(channel.consumerWaitNanos() >= 0);
    }
    threads.join();
    assertEquals(12, handed.size());
    assertTrue(channel.producerWaitNanos() > 0, "it has waited");
  }

  @Test
  void aGroupLargerThanTheBoundPassesAlone() throws Exception {
    var channel = onePiece(10, 10);
    var second = new CountDownLatch(1);
    threads.start(
        () -> {
          put(channel, 100, 0);
          second.countDown();
          put(channel, 100, 1);
          put(channel, 1, 2);
          channel.end(0);
        });
    second.await();
    awaitBlocked(channel);
    assertEquals(0, channel.take()[1]);
    assertEquals(1, channel.take()[1]);
    assertEquals(2, channel.take()[1]);
    assertNull(channel.take());
    threads.join();
  }

  @Test
  void anErrorComesAfterTheGroupsBeforeItAsItIsAndStays() throws Exception {
    for (Throwable error :
        List.of(
            new MalformedRecordException("bad", "f", 8, -1, "x", "y"),
            new InvalidSettingException("wrong"),
            new IOException("disk", new IOException("cause")),
            new OutOfMemoryError("heap"))) {
      var channel = onePiece(10, 10);
      threads.start(
          () -> {
            put(channel, 1, 7);
            channel.fail(0, error);
            channel.end(0);
          });
      threads.join();
      assertEquals(7, channel.take()[1]);
      Throwable thrown = assertThrows(Throwable.class, channel::take);
      assertSame(error, thrown);
      StackTraceElement[] here = thrown.getSuppressed()[0].getStackTrace();
      assertTrue(
          List.of(here).stream().anyMatch(at -> at.getClassName().equals(getClass().getName())),
          "the consumer's stack is there, too");
      assertSame(error, assertThrows(Throwable.class, channel::take));
    }
  }

  @Test
  void closeWakesProducers() throws Exception {
    var channel = onePiece(1, 1);
    var results = new ArrayList<Boolean>();
    Runnable producer =
        () -> {
          try {
            boolean taken = true;
            while (taken) {
              taken = channel.put(0, new int[1], 1, 1);
            }
            synchronized (results) {
              results.add(taken);
            }
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        };
    threads.start(producer);
    threads.start(producer);
    awaitBlocked(channel);
    channel.close();
    threads.join();
    assertEquals(List.of(false, false), results);
    assertNull(channel.take());
    assertTrue(channel.isClosed());
  }

  @Test
  void anInterruptedConsumerLosesNothing() throws Exception {
    var channel = onePiece(10, 10);
    Thread.currentThread().interrupt();
    assertThrows(InterruptedIOException.class, channel::take);
    assertTrue(Thread.interrupted(), "the flag is set again");
    assertFalse(channel.consumerWaits());
    put(channel, 1, 7);
    assertEquals(7, channel.take()[1]);
  }

  @Test
  void theProducerSeesThatTheConsumerWaits() throws Exception {
    var channel = onePiece(10, 10);
    var taken = new AtomicReference<int[]>();
    threads.start(
        () -> {
          try {
            taken.set(channel.take());
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    while (!channel.consumerWaits()) {
      Thread.onSpinWait();
    }
    put(channel, 1, 7);
    threads.join();
    assertEquals(7, taken.get()[1]);
    assertFalse(channel.consumerWaits());
    assertTrue(channel.consumerWaitNanos() > 0);
  }

  @Test
  void groupsAreUsedAgainWithinTheBound() throws Exception {
    var channel = onePiece(10, 10);
    assertNull(channel.recycled());
    int[] small = {1};
    channel.recycle(small, 6);
    channel.recycle(new int[] {2}, 5);
    assertSame(small, channel.recycled());
    assertNull(channel.recycled(), "the other one would have been too much memory");
  }

  private static Producers.Piece<int[]> piece(int piece, int count) {
    return new Producers.Piece<>() {
      @Override
      public void produce(long number, Channel<int[]> to) throws InterruptedException {
        for (int i = 0; i < count; i++) {
          assertTrue(to.put(number, new int[] {piece, i}, 1 + piece % 5, 1));
        }
      }

      @Override
      public void close() {}
    };
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "4, 1", "4, 7", "3, 100000"})
  void groupsComeInTheOrderOfTheirPiecesWhateverTheBound(int workers, long bound)
      throws IOException {
    int[] counts = new Random(bound).ints(300, 0, 6).toArray();
    var next = new AtomicInteger();
    try (var producers =
        new Producers<int[]>(
            NAME,
            workers,
            Channel.inOrder(bound),
            () -> next.get() < 300 ? piece(next.get(), counts[next.getAndIncrement()]) : null)) {
      for (int piece = 0; piece < counts.length; piece++) {
        for (int i = 0; i < counts[piece]; i++) {
          int[] group = producers.take();
          assertEquals(piece + "." + i, group[0] + "." + group[1]);
        }
      }
      assertNull(producers.take());
    }
  }

  @Test
  void onlyThePieceThatIsTakenPassesTheBound() throws Exception {
    var channel = Channel.<int[]>inOrder(10);
    assertTrue(channel.put(1, new int[] {1}, 10, 1));
    assertTrue(channel.put(0, new int[] {0}, 100, 1), "nothing of it waits");
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> channel.put(0, new int[] {0}, 1, 1));
    threads.start(
        () -> {
          try {
            assertFalse(channel.put(2, new int[] {2}, 1, 1), "there is no room until it is closed");
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
    assertEquals(0, channel.take()[0]);
    channel.close();
    threads.join();
    assertNull(channel.take());
  }

  @Test
  void anErrorOfALaterPieceStaysAfterTheGroupsBeforeIt() throws Exception {
    var channel = Channel.<int[]>inOrder(10);
    var error = new IOException("of piece 1");
    channel.fail(1, error);
    channel.put(0, new int[] {7}, 1, 1);
    channel.end(0);
    assertEquals(7, channel.take()[0]);
    assertSame(error, assertThrows(IOException.class, channel::take));
    assertSame(error, assertThrows(IOException.class, channel::take));
  }

  @Test
  void aThreadThatHeedsInterruptsEnds() throws IOException {
    var patient =
        new FlowThreads("test-patient", TimeUnit.MINUTES.toMillis(1)); // on a busy machine
    patient.start(
        () -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    patient.end(
        () -> {
          throw new AssertionError("need not be closed");
        });
  }

  @Test
  void aThreadThatDoesNotEndIsReported() throws Exception {
    var release = new CountDownLatch(1);
    threads.start(
        () -> {
          while (release.getCount() > 0) {
            Thread.onSpinWait();
          }
        });
    var closed = new ArrayList<String>();
    var error = assertThrows(IOException.class, () -> threads.end(() -> closed.add("once")));
    assertEquals(List.of("once"), closed);
    assertTrue(error.getMessage().contains(NAME + "-"), error.getMessage());
    release.countDown();
    threads.end(() -> {});
  }

  @Test
  void groupsGrowUntilTheyTakeAFifthOfAMillisecond() {
    var size = new GroupSize(Long.MAX_VALUE, 4000);
    assertEquals(1, size.items());
    for (int i = 0; i < 10; i++) {
      size.took(size.items(), 50L * size.items());
    }
    assertEquals(1000, size.items());
    size.took(1000, 100_000_000);
    assertEquals(2, size.items());
    size.took(1, 5_000_000);
    assertEquals(1, size.items());
  }
}
