// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.LocalFiles;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.HasFileDescriptor;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Local files are read by one thread, unless its reads are found to wait for a disk. */
class SlowLocalGatherTest {
  private static final Set<Thread> READERS = ConcurrentHashMap.newKeySet();
  private static volatile long nanos; // that a read takes
  private static volatile CountDownLatch together; // reads that are to run at a time

  @TempDir java.nio.file.Path folder;

  /** Local files whose reads take as long as the test wants. */
  public static final class Slow extends RawLocalFileSystem {
    @Override
    public FSDataInputStream open(Path file, int buffer) throws IOException {
      return new FSDataInputStream(new SlowStream(super.open(file, buffer)));
    }
  }

  private static final class SlowStream extends FSInputStream implements HasFileDescriptor {
    private final FSDataInputStream in;

    SlowStream(FSDataInputStream in) {
      this.in = in;
    }

    @Override
    public int read(long position, byte[] to, int at, int count) throws IOException {
      READERS.add(Thread.currentThread());
      long end = System.nanoTime() + nanos;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      try {
        if (together != null) {
          together.countDown();
          assertTrue(together.await(30, TimeUnit.SECONDS), "no other read runs");
        }
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
      return in.read(position, to, at, count);
    }

    @Override
    public FileDescriptor getFileDescriptor() throws IOException {
      return in.getFileDescriptor();
    }

    @Override
    public void seek(long pos) throws IOException {
      in.seek(pos);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long pos) {
      return false;
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static void fetch(Gather gather) throws IOException {
    gather.clear();
    READERS.clear();
    for (int i = 0; i < 200; i++) {
      gather.add(0, 10_000L * i, 1);
    }
    gather.fetch();
  }

  @Test
  void threadsReadWhereReadsWait() throws IOException {
    Files.write(folder.resolve("file"), new byte[2_000_000]);
    Configuration conf = LocalFiles.raw();
    conf.setClass("fs.file.impl", Slow.class, FileSystem.class);
    try (var gather = new Gather(conf, List.of(new Path(LocalFiles.path(folder), "file")))) {
      nanos = 100_000;
      together = null;
      for (int batch = 0; batch < 2; batch++) {
        fetch(gather);
        assertEquals(Set.of(Thread.currentThread()), READERS, "it is not known yet");
      }
      together = new CountDownLatch(2);
      fetch(gather);
      assertTrue(READERS.size() > 1);
    }
  }

  @Test
  void costIsThatOfAReadAndOfItsBytes() {
    assertTrue(isWaiting(100, 1000, 1_000_000, 8));
    assertFalse(isWaiting(100, 1000, 1_000_000, 1));
    assertTrue(isWaiting(1, 1000, 8_000_000, 1));
    assertFalse(isWaiting(1, 10_000_000, 8_000_000, 1));
    assertFalse(isWaiting(0, 0, 0, 1));
  }

  /** Whether the reads of a second batch wait, and none after a batch of reads from memory. */
  private static boolean isWaiting(long reads, long bytes, long nanos, int threads) {
    var cost = new Gather.ReadCost();
    cost.add(reads, bytes, nanos, threads);
    assertFalse(cost.isWaiting(), "after one batch");
    cost.add(reads, bytes, nanos, threads);
    boolean waiting = cost.isWaiting();
    cost.add(100, 1000, 100_000, 1);
    assertFalse(cost.isWaiting());
    return waiting;
  }
}
