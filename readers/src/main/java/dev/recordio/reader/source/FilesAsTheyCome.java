// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.reader.Batch;
import dev.recordio.reader.Placed;
import dev.recordio.reader.Source;
import dev.recordio.reader.flow.Channel;
import dev.recordio.reader.flow.GroupSize;
import dev.recordio.reader.flow.Producers;
import dev.recordio.reader.source.SideBySideSource.FilesReading;
import java.io.IOException;

/** Items of files that several threads read, each a file at a time, in the order of arrival. */
final class FilesAsTheyCome<T extends Placed> implements FilesReading<T> {
  private record Arrived<T>(int file, Batch<T> items) {}

  private final FileSource<T> input;
  private final Producers<Arrived<T>> readers;
  private int begun; // files
  private Arrived<T> group;
  private int index;

  /** Creates the reading by so many threads. */
  FilesAsTheyCome(FileSource<T> input, int threads) {
    this.input = input;
    Channel<Arrived<T>> channel = Channel.asTheyCome(SideBySideSource.MAX_BYTES, Long.MAX_VALUE);
    readers =
        new Producers<>(
            "recordio-files",
            threads,
            channel,
            () -> begun < input.files.size() ? new OneFile(begun, input.file(begun++)) : null);
  }

  @Override
  public boolean next() throws IOException {
    if (group != null && ++index < group.items.size()) {
      return true;
    }
    index = 0;
    group = null; // also when there is an error
    group = readers.take();
    return group != null;
  }

  @Override
  public T item() {
    return group.items.get(index);
  }

  @Override
  public int file() {
    return group.file;
  }

  @Override
  public void close() throws IOException {
    readers.close();
  }

  /** Reads a file. */
  private final class OneFile implements Producers.Piece<Arrived<T>> {
    private final int file;
    private final Source<T> source;

    OneFile(int file, Source<T> source) {
      this.file = file;
      this.source = source;
    }

    @Override
    public void produce(long number, Channel<Arrived<T>> to)
        throws IOException, InterruptedException {
      var size = new GroupSize(SideBySideSource.MAX_BYTES, Long.MAX_VALUE);
      Batch<T> batch = source.items().newBatch();
      try (source) {
        long since = System.nanoTime();
        while (!to.isClosed() && source.next()) {
          batch.add(source.get());
          if (size.isFull(batch.size(), batch.bytes(), to.consumerWaits())) {
            size.took(batch.size(), System.nanoTime() - since);
            to.put(number, new Arrived<>(file, batch), batch.bytes(), batch.size());
            batch = source.items().newBatch();
            since = System.nanoTime();
          }
        }
      } finally {
        if (batch.size() > 0) { // also before an error
          to.put(number, new Arrived<>(file, batch), batch.bytes(), batch.size());
        }
        synchronized (input) {
          input.closed(source);
        }
      }
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }
}
