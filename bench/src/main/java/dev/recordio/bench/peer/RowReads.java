// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.RowSums;
import dev.recordio.bench.harness.Meter;
import dev.recordio.bench.harness.Storage;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The ways to parse a whole LibSVM file in this JVM. */
public final class RowReads {
  private RowReads() {}

  /**
   * Parses a file with one thread, or as many as the second argument specifies, and prints its sums
   * and the cost of the whole process; see {@link Program}.
   */
  public static void main(String[] args) throws IOException {
    int threads = args.length < 2 ? 1 : Integer.parseInt(args[1]);
    RowSums sums = rowReader(Storage.RAW.local(), new Path(args[0]), threads);
    System.out.println(
        sums.line() + " 0 " + Meter.processCpuNanos() + " " + ProcessWatch.ownPeak());
  }

  /** The library's reader. */
  public static RowSums rowReader(Configuration conf, Path file) throws IOException {
    return rowReader(conf, file, 1);
  }

  /** The library's reader, with some threads, each over its part of the file. */
  public static RowSums rowReader(Configuration conf, Path file, int threads) throws IOException {
    FileStatus status = file.getFileSystem(conf).getFileStatus(file);
    List<List<InputRange>> parts = RowInputs.parts(conf, List.of(status), threads);
    if (threads == 1) {
      return rows(conf, parts.get(0));
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<RowSums>> tasks =
          parts.stream().<Callable<RowSums>>map(part -> () -> rows(conf, part)).toList();
      RowSums sums = RowSums.NONE;
      for (Future<RowSums> part : pool.invokeAll(tasks)) {
        sums = sums.plus(part.get());
      }
      return sums;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException(file.toString()).initCause(e);
    } finally {
      pool.shutdownNow();
    }
  }

  private static RowSums rows(Configuration conf, List<InputRange> part) throws IOException {
    var block = new CsrBlock();
    RowSums sums = RowSums.NONE;
    try (RowReader reader = RowInputs.open(conf, part)) {
      while (reader.next(block)) {
        sums = sums.plus(block);
      }
    }
    return sums;
  }
}
