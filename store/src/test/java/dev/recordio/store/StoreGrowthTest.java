// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.store.commit.RebalancePlan.RebalanceOptions;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.read.LiveChunks;
import dev.recordio.testing.Fork;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store that grows by records, by commits and by updates: the numbers of tables and bytes that
 * reading takes. What that costs in time the suite {@code store-growth} of the benchmarks measures.
 */
@Tag("deep")
class StoreGrowthTest {
  private static final int FIRST = 256;

  @TempDir java.nio.file.Path folder;

  private final Configuration conf = LocalFiles.raw();

  /** A store with labels of 4 bytes and values of 16, both of which are the record's id. */
  private Store create(String name) throws IOException {
    return create(conf, LocalFiles.path(folder.resolve(name)));
  }

  private static Store create(Configuration conf, Path path) throws IOException {
    return Store.create(conf, path, TestStore.schema("label=i4", "value=bytes"));
  }

  private static void append(Store store, int count) throws IOException {
    byte[] value = new byte[16];
    ByteBuffer number = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    int from = Math.toIntExact(store.snapshot().length());
    try (StoreAppend append = store.append()) {
      for (int i = 0; i < count; i++) {
        number.putInt(0, from + i);
        append.set(0, value, 0, 4);
        append.set(1, value, 0, 16);
        append.add();
      }
      append.commit();
    }
  }

  /** Opens a store and reads random records; returns the bytes read of tables and values. */
  private static long read(Configuration conf, Path path, int count) throws IOException {
    Snapshot snapshot = Store.open(conf, path).snapshot();
    var random = new Random(7);
    long[] ids = random.longs(count, 0, snapshot.length()).toArray();
    try (StoreGather gather = snapshot.gather();
        GatherBatch batch = gather.get(ids)) {
      for (int i = 0; i < count; i++) {
        var label = batch.value("label", i).order(ByteOrder.LITTLE_ENDIAN).getInt();
        var value = batch.value("value", i).order(ByteOrder.LITTLE_ENDIAN).getInt();
        assertEquals((int) ids[i], label);
        assertEquals((int) ids[i], value);
      }
      return gather.bytesRead();
    }
  }

  private static int tables(Manifest manifest) {
    return manifest.groups().stream().mapToInt(group -> group.rows().size()).sum()
        + manifest.fields().stream().mapToInt(field -> field.deltas().size()).sum();
  }

  @Test
  void aFirstGatherReadsAsMuchOfManyRecordsAsOfFew() throws IOException {
    long[] read = new long[2];
    for (int i = 0; i < 2; i++) {
      int count = i == 0 ? 30_000 : 600_000;
      Store store = create("of" + count);
      append(store, count);
      assertEquals(2, tables(store.snapshot().manifest()));
      read[i] = read(conf, store.path(), FIRST);
    }
    // At most a block of words for each value; for few records all blocks there are.
    assertTrue(read[1] <= FIRST * 2 * (4108L + 64) + (64 << 10), () -> read[1] + " bytes");
    assertTrue(read[0] < 30_000 * 2 * 4L + FIRST * 64 + (64 << 10), () -> read[0] + " bytes");
  }

  @Test
  void manySmallAppendsReadAsOneAfterARebalance() throws IOException {
    Store many = create("many");
    int commits = 70;
    for (int i = 0; i < commits; i++) {
      append(many, 10);
    }
    read(conf, many.path(), FIRST);
    Manifest manifest =
        new WrittenRebalance(many, new RebalanceOptions(0.5, false, false)).commit(many).manifest();
    assertEquals(commits * 10, manifest.length());
    assertTrue(tables(manifest) <= 2 * 3, () -> tables(manifest) + " tables");
    assertTrue(LiveChunks.of(many.tables(), manifest).all().size() <= 2 * 3);
    Store one = create("one");
    append(one, commits * 10);
    long ofMany = read(conf, many.path(), FIRST);
    long ofOne = read(conf, one.path(), FIRST);
    assertTrue(ofMany <= 1.5 * ofOne, ofMany + " bytes after many commits, after one " + ofOne);
  }

  @Test
  void manySmallUpdatesAndDeletesBecomeOneByARebalance() throws IOException {
    Store store = create("updated");
    append(store, 5000);
    byte[] value = new byte[16];
    for (int i = 0; i < 40; i++) {
      try (StoreUpdate update = store.update()) {
        int id = i * 37 % 5000;
        ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).putInt(0, id);
        update.set(id, 1, value, 0, 16);
        update.commit();
      }
    }
    for (int i = 0; i < 40; i++) {
      store.delete().add(4000 + i).commit();
    }
    assertEquals(40, store.snapshot().manifest().field("value").deltas().size());
    Manifest manifest =
        new WrittenRebalance(store, new RebalanceOptions(0, false, false)).commit(store).manifest();
    assertTrue(manifest.field("value").deltas().size() <= 1);
    assertEquals(1, manifest.deletions().size());
    Path file = store.generations().paths().manifest(manifest.generation());
    long bytes = Files.size(java.nio.file.Path.of(file.toUri().getPath()));
    assertTrue(bytes < 16 << 10, bytes + " bytes of manifest");
    assertEquals(81, manifest.generation() - 1);
    assertEquals(4960, store.snapshot().length() - store.snapshot().deleted());
  }

  @Test
  void memoryDoesNotGrowWithTheRecords() throws IOException, InterruptedException {
    java.nio.file.Path tmp = Files.createDirectory(folder.resolve("tmp"));
    int count = Integer.getInteger("store.growth.records", 200_000);
    String heap = count >= 10_000_000 ? "96m" : "32m";
    String out = Fork.run(Main.class, heap, tmp, folder.resolve("large"), count);
    assertEquals("read", out.strip());
  }

  /** Makes a large store, updates every twentieth record, and reads of it: with little memory. */
  public static final class Main {
    public static void main(String[] args) throws IOException {
      Configuration conf = LocalFiles.raw();
      Path path = LocalFiles.path(java.nio.file.Path.of(args[0]));
      int count = Integer.parseInt(args[1]);
      Store store = create(conf, path);
      append(store, count);
      append(store, 100);
      byte[] value = new byte[16];
      try (StoreUpdate update = store.update()) {
        for (int id = 0; id < count; id += 20) {
          ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).putInt(0, id);
          update.set(id, 1, value, 0, 16);
        }
        update.commit();
      }
      read(conf, path, FIRST);
      read(conf, path, 10_000);
      System.out.println("read");
    }
  }
}
