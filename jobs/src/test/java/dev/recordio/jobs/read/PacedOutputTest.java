// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.cli.OutputClosedException;
import dev.recordio.jobs.cli.StandardOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PacedOutputTest {
  /** Counts what arrives. */
  private static final class Pipe extends OutputStream {
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();
    private final CountDownLatch some = new CountDownLatch(1);
    private int writes;

    @Override
    public void write(int b) {
      throw new AssertionError("byte by byte");
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      all.write(bytes, offset, length);
      writes++;
      some.countDown();
    }

    synchronized byte[] bytes() {
      return all.toByteArray();
    }
  }

  @Test
  void whatIsThereArrivesWhileTheReaderWaits() throws InterruptedException {
    var pipe = new Pipe();
    try (var paced = new PacedOutput(StandardOutput.over(pipe))) {
      paced.drain(new byte[] {1, 2, 3}, 0, 3);
      paced.endItem();
      assertTrue(pipe.some.await(30, TimeUnit.SECONDS));
      assertArrayEquals(new byte[] {1, 2, 3}, pipe.bytes());
    }
  }

  @Test
  void aLongItemArrivesAtItsEnd() {
    var pipe = new Pipe();
    try (var paced = new PacedOutput(StandardOutput.over(pipe))) {
      synchronized (paced) { // the clock can't pass on anything
        paced.drain(new byte[5], 0, 5);
        paced.endItem();
        assertEquals(0, pipe.bytes().length);
        paced.drain(new byte[1 << 16], 0, 1 << 16);
        paced.drain(new byte[2], 0, 2);
        paced.endItem();
        assertEquals(5 + (1 << 16) + 2, pipe.bytes().length);
      }
    }
  }

  @Test
  void manyItemsArriveInOrderInLargeWrites() {
    var pipe = new Pipe();
    var random = new Random(1);
    var expected = new ByteArrayOutputStream();
    try (var paced = new PacedOutput(StandardOutput.over(pipe))) {
      synchronized (paced) {
        for (int i = 0; i < 20_000; i++) {
          var item = new byte[random.nextInt(i % 1000 == 0 ? 200_000 : 200)];
          random.nextBytes(item);
          expected.writeBytes(item);
          paced.drain(item, 0, item.length);
          paced.endItem();
        }
      }
    }
    assertArrayEquals(expected.toByteArray(), pipe.bytes());
    assertTrue(pipe.writes < 100, pipe.writes + " writes");
  }

  @Test
  void aPipeThatIsClosedIsAnErrorOfTheThreadThatWrites() throws InterruptedException {
    PacedOutput paced = overClosedPipe();

    assertThrows(OutputClosedException.class, () -> paced.drain(new byte[1], 0, 1));
    assertDoesNotThrow(paced::close, "it was reported");
  }

  @Test
  void aPipeThatIsClosedIsAnErrorOfClosing() throws InterruptedException {
    assertThrows(OutputClosedException.class, overClosedPipe()::close);
  }

  /** Returns an output of which the other thread has tried to pass on a byte, and failed. */
  private static PacedOutput overClosedPipe() throws InterruptedException {
    var tried = new CountDownLatch(1);
    var closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            tried.countDown();
            throw new IOException("Broken pipe");
          }
        };
    var paced = new PacedOutput(StandardOutput.over(closed));
    paced.drain(new byte[1], 0, 1);
    assertTrue(tried.await(30, TimeUnit.SECONDS));
    return paced;
  }

  @Test
  void closingEndsTheThread() {
    var pipe = new PrintStream(new ByteArrayOutputStream(), false);
    int before = clocks();
    var paced = new PacedOutput(pipe);
    assertEquals(before + 1, clocks());
    paced.close();
    assertEquals(before, clocks());
    assertFalse(pipe.checkError());
  }

  private static int clocks() {
    return (int)
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("recordio-output"))
            .count();
  }
}
