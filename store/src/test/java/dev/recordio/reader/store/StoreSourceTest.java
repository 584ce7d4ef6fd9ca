// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.Batch;
import dev.recordio.reader.Reader;
import dev.recordio.reader.ReaderState;
import dev.recordio.reader.Readers;
import dev.recordio.reader.Zipped;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.TestStore;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pipelines over a store hand out its live records, in any order, and can be resumed. */
class StoreSourceTest {
  @TempDir static java.nio.file.Path shared;
  private static TestStore unchanged;

  @TempDir java.nio.file.Path folder;

  private Configuration conf;
  private TestStore store;
  private String source;

  @BeforeAll
  static void makeOnce() throws IOException {
    var path = new Path(LocalFiles.path(shared), "store");
    unchanged = TestStore.changed(LocalFiles.checked(), path);
  }

  @BeforeEach
  void take() {
    conf = LocalFiles.checked();
    store = unchanged;
    source = "store:" + store.store().path();
  }

  /** Returns the ids of items, whose values and places are as they must be. */
  private List<Long> ids(Reader<StoreItem> reader, StoreSchema fields) throws IOException {
    var ids = new ArrayList<Long>();
    while (reader.next()) {
      StoreItem item = reader.get();
      assertEquals(item.record().id(), item.ordinal());
      assertEquals(store.expected(item.ordinal(), fields), item.record());
      ids.add(item.ordinal());
    }
    return ids;
  }

  private List<Long> ids(String spec) throws IOException {
    try (Reader<StoreItem> reader = Readers.open(conf, spec)) {
      return ids(reader, TestStore.SCHEMA);
    }
  }

  @Test
  void liveRecordsInTheOrderOfIds() throws IOException {
    assertEquals(store.liveIds(), ids(source));
    List<Long> some = store.liveIds().subList(10, 30);
    assertEquals(some, ids(source + " | skip(10) | take(20)"));
    var parts = new ArrayList<Long>();
    for (int part = 0; part < 3; part++) {
      parts.addAll(ids(source + " | part(" + part + "/3)"));
    }
    assertEquals(store.liveIds(), parts);
    var refused =
        assertThrows(InvalidSettingException.class, () -> ids(source + " | part(0/3,rule=bytes)"));
    assertTrue(refused.getMessage().contains("rule=equal"), refused.getMessage());
  }

  @Test
  void epochsAreShuffledAndSharedAmongWorkers() throws IOException {
    var seen = new ArrayList<List<Long>>();
    for (int epoch = 0; epoch < 2; epoch++) {
      conf.setInt("recordio.input.epoch", epoch);
      List<Long> ids = ids(source + " | order(epoch,seed=7)");
      seen.add(ids);
      assertEquals(new HashSet<>(store.liveIds()), new HashSet<>(ids));
      assertEquals(store.liveIds().size(), ids.size());
    }
    assertNotEquals(seen.get(0), seen.get(1));
    var shared = new ArrayList<Long>();
    for (int worker = 0; worker < 3; worker++) {
      shared.addAll(ids(source + " | order(epoch,seed=7) | shard(" + worker + "/3)"));
    }
    assertEquals(store.liveIds(), shared.stream().sorted().toList());
  }

  @Test
  void aRunIsResumedAfterAnyItem() throws IOException {
    String spec = source + " | order(epoch,seed=7)";
    List<Long> all = ids(spec);
    for (int taken : new int[] {0, 1, 63, 64, 65, 200, all.size()}) {
      ReaderState state;
      try (Reader<StoreItem> reader = Readers.open(conf, spec)) {
        for (int i = 0; i < taken; i++) {
          assertTrue(reader.next());
          assertEquals(i, reader.get().position());
        }
        state = ReaderState.parse(reader.state().toString());
      }
      try (Reader<StoreItem> reader = Readers.open(conf, spec)) {
        reader.restore(state);
        assertEquals(all.subList(taken, all.size()), ids(reader, TestStore.SCHEMA));
      }
    }
  }

  @Test
  void anotherGenerationIsAnotherInput() throws IOException {
    var path = new Path(LocalFiles.path(folder), "store");
    store = TestStore.changed(LocalFiles.checked(), path); // which is changed
    source = "store:" + path;
    long generation = store.store().snapshot().generation();
    List<Long> then = store.liveIds();
    ReaderState state;
    try (Reader<StoreItem> reader = Readers.open(conf, source)) {
      assertTrue(reader.next());
      state = reader.state();
      store.append(20);
      assertEquals(then.subList(1, then.size()), ids(reader, TestStore.SCHEMA), "pinned");
    }
    try (Reader<StoreItem> reader = Readers.open(conf, source)) {
      var changed = assertThrows(MalformedRecordException.class, () -> reader.restore(state));
      assertTrue(changed.getMessage().contains("generation " + generation), changed.getMessage());
      assertEquals(store.liveIds(), ids(reader, TestStore.SCHEMA));
    }
    conf.setLong("recordio.store.generation", generation);
    try (Reader<StoreItem> reader = Readers.open(conf, source)) {
      reader.restore(state);
      assertEquals(then.subList(1, then.size()), ids(reader, TestStore.SCHEMA));
    }
    assertEquals(then, ids(source));
    conf.unset("recordio.store.generation");
    assertEquals(then, ids(source + "?generation=" + generation));
    store.store().tag("then", generation);
    assertEquals(then, ids(source + "?tag=then"));
  }

  @Test
  void batchesAndZippedSnapshots() throws IOException {
    String fields = source + "?fields=label+text";
    var schema =
        new StoreSchema(List.of(TestStore.SCHEMA.field("label"), TestStore.SCHEMA.field("text")));
    var ids = new ArrayList<Long>();
    try (Reader<Batch<StoreItem>> reader = Readers.open(conf, fields + " | batch(50)")) {
      assertEquals(2, reader.schema().fields().size());
      while (reader.next()) {
        long bytes = 0;
        for (int i = 0; i < reader.get().size(); i++) {
          StoreRecord record = reader.get().get(i).record();
          assertEquals(store.expected(record.id(), schema), record);
          ids.add(record.id());
          bytes += record.valueBytes();
        }
        assertEquals(bytes, reader.get().bytes());
      }
    }
    assertEquals(store.liveIds(), ids);
    String zipped = source + "?fields=box | zip(\"" + fields + "\") | prefetch(1k)";
    try (Reader<Zipped> reader = Readers.open(conf, zipped)) {
      for (long id : store.liveIds()) {
        assertTrue(reader.next());
        StoreItem box = reader.get().get(0, StoreItem.class);
        StoreItem rest = reader.get().get(1, StoreItem.class);
        assertEquals(id, box.ordinal());
        assertEquals(id, rest.ordinal());
        assertEquals(List.of("box"), names(box));
        assertEquals(List.of("label", "text"), names(rest));
        assertEquals(store.expected(id, schema), rest.record());
      }
      assertEquals(false, reader.next());
    }
  }

  private static List<String> names(StoreItem item) {
    return item.record().schema().fields().stream().map(field -> field.name()).toList();
  }

  @Test
  void schemasNameNumbers() throws IOException {
    try (Reader<StoreItem> reader = Readers.open(conf, source)) {
      assertEquals(
          "label=float32, image=uint8[-1], box=int16[2,2], tokens=int64[-1], text=uint8[-1]",
          reader.schema().toString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "?fields=lable, did you mean label",
    "?field=label, 'expected fields=A+B, generation=N or tag=NAME'",
    "?fields=, 'expected fields=A+B'",
    "';b', one folder",
    "?generation=x, generation"
  })
  void refused(String rest, String message) {
    var refused = assertThrows(InvalidSettingException.class, () -> ids(source + rest));
    assertTrue(refused.getMessage().contains(message), refused.getMessage());
  }

  @Test
  void noStore() {
    assertThrows(java.io.FileNotFoundException.class, () -> ids(source + "/none"));
  }
}
