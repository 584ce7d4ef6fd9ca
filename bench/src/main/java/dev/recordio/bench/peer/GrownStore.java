// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Tally;
import dev.recordio.order.SeededPermutation;
import dev.recordio.store.GatherBatch;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.StoreAppend;
import dev.recordio.store.StoreGather;
import dev.recordio.store.StoreUpdate;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A store with labels of 4 bytes and values of 16 bytes, and what is done to it as it grows. */
public final class GrownStore {
  private static final int LABEL_BYTES = 4;
  private static final int VALUE_BYTES = 16;
  private static final int FIRST = 256;
  private static final int MANY = 10_000;
  private static final int APPENDED = 100;
  private static final int UPDATED_OF = 20;

  private final Configuration conf;
  private final Path path;
  private final byte[] bytes = new byte[VALUE_BYTES];
  private final long records; // at the start
  private long generation;
  private StoreGather open;

  /**
   * Makes a store.
   *
   * @param appends in how many commits
   * @param each records of each
   */
  public GrownStore(Configuration conf, Path path, int appends, int each) throws IOException {
    this.conf = conf;
    this.path = path;
    records = (long) appends * each;
    Store store =
        Store.create(
            conf,
            path,
            new StoreSchema(
                List.of(StoreField.parse("label=f4"), StoreField.parse("value=bytes"))));
    for (int i = 0; i < appends; i++) {
      append(store, each);
    }
    generation = store.snapshot().generation();
  }

  private void append(Store store, int count) throws IOException {
    try (StoreAppend append = store.append()) {
      for (int i = 0; i < count; i++) {
        bytes[i % VALUE_BYTES]++;
        append.set(0, bytes, 0, LABEL_BYTES);
        append.set(1, bytes, 0, VALUE_BYTES);
        append.add();
      }
      append.commit();
    }
  }

  /** Changes one value of twenty, at random, in one commit; runs go on with the store before. */
  public GrownStore updated() throws IOException {
    var after = new GrownStore(this);
    Store store = Store.open(conf, path);
    var order = new SeededPermutation(records, 2);
    try (StoreUpdate update = store.update()) {
      for (long i = 0; i < records / UPDATED_OF; i++) {
        update.set(order.at(i), 1, bytes, 0, VALUE_BYTES);
      }
      after.generation = update.commit();
    }
    return after;
  }

  private GrownStore(GrownStore before) {
    conf = before.conf;
    path = before.path;
    records = before.records;
    generation = before.generation;
  }

  /** Opens the store, and reads 256 records. */
  public Tally first() throws IOException {
    try (StoreGather gather = snapshot().gather()) {
      return read(gather, FIRST);
    }
  }

  /** Reads 10,000 records, or all if there are fewer, with what is in memory already. */
  public Tally gather() throws IOException {
    if (open == null) {
      open = snapshot().gather();
    }
    return read(open, MANY);
  }

  /** Adds 100 records, which no other run reads. */
  public Tally append() throws IOException {
    append(Store.open(conf, path), APPENDED);
    return new Tally(APPENDED, 0, 0);
  }

  private Snapshot snapshot() throws IOException {
    return Store.open(conf, path).snapshot(generation);
  }

  private Tally read(StoreGather gather, int most) throws IOException {
    var order = new SeededPermutation(records, 1);
    long[] ids = new long[(int) Math.min(most, records)];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = order.at(i);
    }
    long read = 0;
    try (GatherBatch batch = gather.get(ids)) {
      for (int i = 0; i < batch.size(); i++) {
        read += batch.length(0, i) + batch.length(1, i);
      }
    }
    return new Tally(ids.length, read, 0);
  }

  /** Returns what reading so many records must find. */
  public static Tally of(long records) {
    return new Tally(records, records * (LABEL_BYTES + VALUE_BYTES), 0);
  }

  /** Returns the bytes of the newest manifest. */
  public long manifestBytes() throws IOException {
    Store store = Store.open(conf, path);
    Path file = store.generations().paths().manifest(store.snapshot().generation());
    return file.getFileSystem(conf).getFileStatus(file).getLen();
  }
}
