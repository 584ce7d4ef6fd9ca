// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.store.verify.StoreVerify;
import dev.recordio.store.verify.StoreVerify.StoreFinding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A store for tests of what reads one, and the model of what is in it. */
public final class TestStore {
  /** Fields of each kind, some of them together. */
  public static final StoreSchema SCHEMA =
      new StoreSchema(
          List.of(
              StoreField.parse("label=f4"),
              StoreField.parse("image=bytes"),
              StoreField.parse("box=<i2[2,2]"),
              StoreField.parse("tokens=i8[*]:deflate"),
              StoreField.parse("text=text")),
          List.of(List.of("box", "text")));

  private final Random random = new Random(17);
  private final Store store;
  private final StoreModel model;

  /** Returns a schema of fields, each as a text. */
  public static StoreSchema schema(String... fields) {
    return new StoreSchema(Stream.of(fields).map(StoreField::parse).toList());
  }

  /** All generations of a store are whole. */
  public static void requireSound(Configuration conf, Store store) throws IOException {
    List<StoreFinding> findings = new ArrayList<>();
    new StoreVerify(conf, store.generations(), findings::add).verifyAll();
    assertEquals(List.of(), findings);
  }

  /** Makes a store without records. */
  public TestStore(Configuration conf, Path path) throws IOException {
    this(conf, path, SCHEMA);
  }

  /** Makes a store without records. */
  public TestStore(Configuration conf, Path path, StoreSchema schema) throws IOException {
    store = Store.create(conf, path, schema);
    model = new StoreModel(schema);
  }

  /** Makes a store that was changed in every way, and whose chunks are small. */
  public static TestStore changed(Configuration conf, Path path) throws IOException {
    conf.set("recordio.store.chunk-size", "4k");
    var test = new TestStore(conf, path);
    for (int i = 0; i < 3; i++) {
      test.append(200);
    }
    test.delete(List.of(0, 1, 2, 199, 200, 300));
    test.swap(List.of(10, 20, 590));
    test.update(List.of(5, 6, 7, 250, 400));
    test.append(5);
    return test;
  }

  /** Returns the store. */
  public Store store() {
    return store;
  }

  /** Returns what is in it. */
  public StoreModel model() {
    return model;
  }

  private Map<String, byte[]> values(boolean all) {
    var values = new HashMap<String, byte[]>();
    for (StoreField field : model.fields()) {
      if (all || random.nextInt(6) > 0) {
        values.put(field.name(), StoreModel.value(field, random));
      }
    }
    return values;
  }

  /** Adds records, some of which lack values. */
  public void append(int records) throws IOException {
    try (StoreAppend append = store.append()) {
      for (int i = 0; i < records; i++) {
        Map<String, byte[]> values = values(false);
        for (Map.Entry<String, byte[]> value : values.entrySet()) {
          append.set(value.getKey(), value.getValue());
        }
        append.add();
        model.records().add(values);
      }
      append.commit();
    }
  }

  /** Changes all values of some records. */
  public void update(List<Integer> ids) throws IOException {
    try (StoreUpdate update = store.update()) {
      for (int id : ids) {
        Map<String, byte[]> values = values(true);
        for (Map.Entry<String, byte[]> value : values.entrySet()) {
          update.set(id, value.getKey(), value.getValue());
        }
        model.records().get(id).putAll(values);
      }
      update.commit();
    }
  }

  /** Deletes records; their ids stay. */
  public void delete(List<Integer> ids) throws IOException {
    StoreDelete delete = store.delete();
    ids.forEach(delete::add);
    delete.commit();
    ids.forEach(id -> model.records().set(id, null));
  }

  /** Deletes records; the last ones take their ids. */
  public void swap(List<Integer> ids) throws IOException {
    StoreDelete delete = store.deleteBySwap();
    ids.forEach(delete::add);
    delete.commit();
    model.swap(ids);
  }

  /** Returns the ids of records that are not deleted. */
  public List<Long> liveIds() {
    return model.live().stream().map(id -> (long) id).toList();
  }

  /** Returns the record of an id, with some of its fields. */
  public StoreRecord expected(long id, StoreSchema fields) {
    var record = new StoreRecord(fields);
    record.setId(id);
    for (StoreField field : fields.fields()) {
      byte[] value = model.records().get((int) id).get(field.name());
      if (value != null) {
        record.set(field.name(), value);
      }
    }
    return record;
  }
}
