// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Tally;
import dev.recordio.fs.record.RecordRangeReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What is written quickly instead of a prefetch: one thread puts records into a queue, as arrays.
 */
public final class QueueReads {
  private static final int CAPACITY = 1024;
  private static final byte[] END = {};

  private QueueReads() {}

  /** Touches the first and the last byte of each record. */
  public static Tally records(Configuration conf, Path rec) throws IOException {
    var queue = new ArrayBlockingQueue<byte[]>(CAPACITY);
    var filling = new FutureTask<>((Callable<Void>) () -> fill(conf, rec, queue));
    var thread = new Thread(filling, "queue-reads");
    thread.start();
    long records = 0;
    long bytes = 0;
    long checksum = 0;
    try {
      for (byte[] record = queue.take(); record != END; record = queue.take()) {
        checksum = Tally.mix(checksum, record, 0, record.length);
        bytes += record.length;
        records++;
      }
      filling.get();
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException(rec.toString()).initCause(e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
    return new Tally(records, bytes, checksum);
  }

  private static Void fill(Configuration conf, Path rec, BlockingQueue<byte[]> queue)
      throws IOException, InterruptedException {
    try (RecordRangeReader reader = Scans.open(conf, rec)) {
      while (reader.next()) {
        int from = reader.payloadOffset();
        queue.put(Arrays.copyOfRange(reader.buffer(), from, from + reader.payloadLength()));
      }
    } finally {
      queue.put(END);
    }
    return null;
  }
}
