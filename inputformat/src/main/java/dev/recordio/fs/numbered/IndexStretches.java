// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.gather.Gather;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Entries of many binary indexes that are read when needed, in stretches of a fixed number of
 * entries, many at once; those used last stay in memory. For use by one thread.
 */
final class IndexStretches implements Closeable {
  private static final int MAX_BATCH_BYTES = 4 << 20;
  private static final RecordIndex[] NONE = {};

  /** Some consecutive entries of one index. */
  private static final class Stretch {
    private final RecordIndex entries;
    private long batch; // that used it last

    private Stretch(RecordIndex entries) {
      this.entries = entries;
    }
  }

  private final List<StretchedIndex> indexes;
  private final int length; // records of a stretch, except for the last one of an index
  private final long[] firsts; // number of each index's first stretch, and after the last one
  private final Map<Long, Stretch> recent; // in the order of their last uses
  private final Gather gather;

  private long[] wanted = new long[64]; // stretches that are not in memory
  private int wantedCount;
  private RecordIndex[] loaded = NONE; // the wanted ones, in ascending order

  /**
   * Creates the object; opens no file.
   *
   * @param length records of a stretch
   * @param most how many stretches stay in memory
   * @param maxOpenFiles how many indexes are open at a time
   */
  IndexStretches(
      Configuration conf, List<StretchedIndex> indexes, int length, int most, int maxOpenFiles) {
    this.indexes = indexes;
    this.length = length;
    firsts = new long[indexes.size() + 1];
    for (int i = 0; i < indexes.size(); i++) {
      firsts[i + 1] = firsts[i] + (indexes.get(i).count() + length - 1) / length;
    }
    recent =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Long, Stretch> eldest) {
            return size() > most;
          }
        };
    var settings = new Configuration(conf);
    int batch = Math.min(MAX_BATCH_BYTES, RecordIOConf.GATHER_BATCH_SIZE.getInt(conf));
    RecordIOConf.GATHER_BATCH_SIZE.set(settings, batch);
    gather =
        new Gather(settings, indexes.stream().map(StretchedIndex::index).toList(), maxOpenFiles);
  }

  /** Returns how many entries are in memory, at most. */
  long entries() {
    return (long) recent.size() * length;
  }

  /** Returns which record of its stretch a record of an index is. */
  int record(long record) {
    return (int) (record % length);
  }

  /**
   * Returns the stretch of a record if it is in memory; else {@link #load} loads it.
   *
   * @param index which index
   * @param record which record of it
   * @param places counts the stretches that it uses
   * @return null if it is not in memory
   */
  RecordIndex get(int index, long record, PlaceQueue places) {
    long number = firsts[index] + record / length;
    Stretch stretch = recent.get(number);
    if (stretch != null) {
      use(stretch, places);
      return stretch.entries;
    }
    if (wantedCount == 0 || wanted[wantedCount - 1] != number) {
      if (wantedCount == wanted.length) {
        wanted = Arrays.copyOf(wanted, wantedCount * 2);
      }
      wanted[wantedCount++] = number;
    }
    return null;
  }

  private static void use(Stretch stretch, PlaceQueue places) {
    if (stretch.batch != places.batch()) {
      stretch.batch = places.batch();
      places.use();
    }
  }

  /**
   * Loads the stretches that {@link #get} did not find.
   *
   * @throws dev.recordio.bytes.MalformedRecordException when an index is damaged
   * @throws IOException when a read fails; the message names the index
   */
  void load(PlaceQueue places) throws IOException {
    sortWanted();
    for (int done = 0; done < wantedCount; ) {
      done = loadBatch(done, places);
    }
  }

  private void sortWanted() {
    Arrays.sort(wanted, 0, wantedCount);
    int distinct = 0;
    for (int i = 0; i < wantedCount; i++) {
      if (i == 0 || wanted[i] != wanted[i - 1]) {
        wanted[distinct++] = wanted[i];
      }
    }
    wantedCount = distinct;
    loaded = new RecordIndex[distinct];
  }

  /** Loads as many of the wanted stretches as fit in a batch; returns which is the next one. */
  private int loadBatch(int first, PlaceQueue places) throws IOException {
    gather.clear();
    int end = first;
    for (; end < wantedCount; end++) {
      int number = indexOf(wanted[end]);
      StretchedIndex index = indexes.get(number);
      long from = (wanted[end] - firsts[number]) * length;
      int bytes = index.entries(from, records(index, from)) * index.layout().entryBytes();
      if (!gather.add(number, index.entryOffset(from), bytes)) {
        break;
      }
    }
    gather.fetch();
    for (int i = first; i < end; i++) {
      int number = indexOf(wanted[i]);
      StretchedIndex index = indexes.get(number);
      long from = (wanted[i] - firsts[number]) * length;
      loaded[i] =
          index.stretch(from, records(index, from), gather.bytes(), gather.start(i - first));
      var stretch = new Stretch(loaded[i]);
      recent.put(wanted[i], stretch);
      use(stretch, places);
    }
    return end;
  }

  private int records(StretchedIndex index, long from) {
    return (int) Math.min(length, index.count() - from);
  }

  private int indexOf(long stretch) {
    int found = Arrays.binarySearch(firsts, stretch); // each index has at least one
    return found < 0 ? -found - 2 : found;
  }

  /** Returns the stretch of a record that {@link #load} loaded. */
  RecordIndex loaded(int index, long record) {
    return loaded[Arrays.binarySearch(wanted, 0, wantedCount, firsts[index] + record / length)];
  }

  /** Begins a look-up: drops what {@link #get} and {@link #load} noted for the one before. */
  void forget() {
    wantedCount = 0;
    loaded = NONE;
  }

  /** Returns the bytes of indexes read so far. */
  long bytesRead() {
    return gather.bytesRead();
  }

  @Override
  public void close() throws IOException {
    gather.close();
  }
}
