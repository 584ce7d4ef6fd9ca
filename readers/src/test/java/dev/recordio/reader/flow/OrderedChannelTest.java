// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.LiveThreads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
class OrderedChannelTest {
  private static final String NAME = "recordio-ordered-test";

  private final FlowThreads threads = new FlowThreads(NAME);

  @AfterEach
  void noThreadIsLeft() {
    assertEquals("{}", LiveThreads.named(NAME).toString());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "4, 1", "4, 7", "3, 100000"})
  void groupsComeInTheOrderOfTheirPiecesWhateverTheBound(int workers, long bound)
      throws IOException {
    int[] counts = new Random(bound).ints(300, 0, 6).toArray();
    var channel = new OrderedChannel<int[]>(bound);
    var next = new AtomicInteger();
    Runnable work =
        () -> {
          try {
            for (int piece = next.getAndIncrement();
                piece < counts.length;
                piece = next.getAndIncrement()) {
              for (int i = 0; i < counts[piece]; i++) {
                assertTrue(channel.put(piece, new int[] {piece, i}, 1 + piece % 5));
              }
              channel.end(piece);
            }
            channel.setPieces(counts.length);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        };
    for (int i = 0; i < workers; i++) {
      threads.start(work);
    }
    for (int piece = 0; piece < counts.length; piece++) {
      for (int i = 0; i < counts[piece]; i++) {
        int[] group = channel.take();
        assertEquals(piece + "." + i, group[0] + "." + group[1]);
        assertEquals(piece, channel.piece());
      }
    }
    assertNull(channel.take());
    threads.join();
  }

  @Test
  void onlyThePieceThatIsTakenPassesTheBound() throws Exception {
    var channel = new OrderedChannel<int[]>(10);
    assertTrue(channel.put(1, new int[] {1}, 10));
    assertTrue(channel.put(0, new int[] {0}, 100), "nothing of it waits");
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> channel.put(0, new int[] {0}, 1));
    threads.start(
        () -> {
          try {
            assertFalse(channel.put(2, new int[] {2}, 1), "there is no room until it is closed");
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
  void anErrorStaysAfterTheGroupsBeforeIt() throws Exception {
    var channel = new OrderedChannel<int[]>(10);
    var error = new IOException("of piece 1");
    channel.fail(1, error);
    channel.put(0, new int[] {7}, 1);
    channel.end(0);
    assertEquals(7, channel.take()[0]);
    assertSame(error, assertThrows(IOException.class, channel::take));
    assertSame(error, assertThrows(IOException.class, channel::take));
    assertEquals(1, channel.piece());
  }

  @Test
  void anInterruptedConsumerLosesNothing() throws Exception {
    var channel = new OrderedChannel<int[]>(10);
    Thread.currentThread().interrupt();
    assertThrows(InterruptedIOException.class, channel::take);
    assertTrue(Thread.interrupted());
    channel.put(0, new int[] {7}, 1);
    assertEquals(7, channel.take()[0]);
  }
}
