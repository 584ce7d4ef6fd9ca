// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.reader.Batch;
import dev.recordio.reader.Items;
import dev.recordio.reader.Placed;
import dev.recordio.reader.Source;
import dev.recordio.reader.flow.Channel;
import dev.recordio.reader.flow.FlowThreads;
import dev.recordio.reader.flow.GroupSize;
import dev.recordio.reader.source.SideBySideSource.FilesReading;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Items of files that several threads read, each a file at a time, in the order of arrival. */
final class FilesAsTheyCome<T extends Placed> implements FilesReading<T> {
  private static final int MAX_ITEMS = 4096;
  private static final long MAX_GROUP = 256 << 10;

  private record Arrived<T>(int file, Batch<T> items) {}

  private final FileByFile<T> input;
  private final Items<T> items;
  private final int count;
  private final Channel<Arrived<T>> channel;
  private final long groupBytes;
  private final FlowThreads threads = new FlowThreads("recordio-files");
  private final AtomicInteger nextFile = new AtomicInteger();
  private final Set<Source<T>> open = ConcurrentHashMap.newKeySet();
  private boolean started;
  private Arrived<T> group;
  private int index;

  /**
   * Creates the reading.
   *
   * @param count how many threads
   * @param maxBytes the most bytes of items that wait
   */
  FilesAsTheyCome(FileByFile<T> input, Items<T> items, int count, long maxBytes) {
    this.input = input;
    this.items = items;
    this.count = count;
    channel = Channel.asTheyCome(maxBytes, Long.MAX_VALUE);
    channel.setPieces(count);
    groupBytes = Math.min(MAX_GROUP, Math.max(1, maxBytes / 4));
  }

  @Override
  public boolean next() throws IOException {
    if (!started) {
      started = true;
      for (int i = 0; i < count; i++) {
        threads.start(this::readFiles);
      }
    }
    if (group != null && ++index < group.items.size()) {
      return true;
    }
    index = 0;
    group = null; // also when there is an error
    group = channel.take();
    return group != null;
  }

  private void readFiles() {
    try {
      int file = nextFile.getAndIncrement();
      while (file < input.files() && !channel.isClosed()) {
        read(file);
        file = nextFile.getAndIncrement();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the reading is closed
    } catch (IOException | RuntimeException | Error e) {
      channel.fail(0, e);
    } finally {
      channel.end(0);
    }
  }

  private void read(int file) throws IOException, InterruptedException {
    var size = new GroupSize(MAX_ITEMS);
    Source<T> source = input.file(file);
    open.add(source);
    Batch<T> batch = items.newBatch();
    try (source) {
      long since = System.nanoTime();
      while (!channel.isClosed() && source.next()) {
        batch.add(source.get());
        int count = batch.size();
        if (batch.bytes() >= groupBytes
            || count >= MAX_ITEMS
            || channel.consumerWaits() && count >= size.items()) {
          size.took(count, System.nanoTime() - since);
          put(file, batch);
          batch = items.newBatch();
          since = System.nanoTime();
        }
      }
    } finally {
      open.remove(source);
      put(file, batch); // also those before an error
      synchronized (input) {
        input.closed(source);
      }
    }
  }

  private void put(int file, Batch<T> batch) throws InterruptedException {
    if (batch.size() > 0) {
      channel.put(file, new Arrived<>(file, batch), batch.bytes(), batch.size());
    }
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
    channel.close();
    threads.end(
        () -> {
          for (Source<T> source : open) {
            source.close();
          }
        });
  }
}
