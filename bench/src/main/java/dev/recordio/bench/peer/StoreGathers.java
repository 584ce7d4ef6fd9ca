// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Tally;
import dev.recordio.store.GatherBatch;
import dev.recordio.store.Store;
import dev.recordio.store.StoreAppend;
import dev.recordio.store.StoreGather;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reading records of a store by id. */
public final class StoreGathers {
  private final Configuration conf;
  private final Path store;
  private final long[] ids;
  private StoreGather open;

  /** Prepares to read the first field of a store. */
  public StoreGathers(Configuration conf, Path store, long[] ids) {
    this.conf = conf;
    this.store = store;
    this.ids = ids.clone();
  }

  /**
   * Makes a store of one field, {@code x}, in one commit.
   *
   * @param type its type
   */
  public static Path create(Configuration conf, Path path, String type, Payloads payloads)
      throws IOException {
    var schema = new StoreSchema(List.of(StoreField.parse("x=" + type)));
    append(Store.create(conf, path, schema), payloads);
    return path;
  }

  /** Appends records to a store of one field, in one commit. */
  public static void append(Store store, Payloads payloads) throws IOException {
    try (StoreAppend append = store.append()) {
      for (int i = 0; i < payloads.count(); i++) {
        append.set(0, payloads.bytes(), payloads.offset(i), payloads.size());
        append.add();
      }
      append.commit();
    }
  }

  /** Reads the records with what earlier runs left in memory: blocks of tables, open files. */
  public Tally warm() throws IOException {
    if (open == null) {
      open = gather(); // kept: the files of a stage are removed with its folder
    }
    return read(open);
  }

  /** Opens the store, and reads the records. */
  public Tally cold() throws IOException {
    try (StoreGather gather = gather()) {
      return read(gather);
    }
  }

  private StoreGather gather() throws IOException {
    return Store.open(conf, store).snapshot().gather("x");
  }

  private Tally read(StoreGather gather) throws IOException {
    long checksum = 0;
    long bytes = 0;
    try (GatherBatch batch = gather.get(ids)) {
      byte[] values = batch.bytes(0);
      for (int i = 0; i < ids.length; i++) {
        checksum = Tally.mix(checksum, values, batch.start(0, i), batch.length(0, i));
        bytes += batch.length(0, i);
      }
    }
    return new Tally(ids.length, bytes, checksum);
  }
}
