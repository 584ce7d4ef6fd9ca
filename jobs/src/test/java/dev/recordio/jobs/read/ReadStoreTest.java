// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.store.Store;
import dev.recordio.store.StoreAppend;
import dev.recordio.store.StoreDelete;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.testing.Fixtures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code read} over a record store. */
class ReadStoreTest extends ReadTestBase {
  private static final int STORED = 30;

  private String source;

  @BeforeEach
  void store() throws IOException {
    source = "store:" + path("store");
    var schema =
        new StoreSchema(List.of(StoreField.parse("label=u1"), StoreField.parse("data=bytes")));
    Store store = Store.create(conf, new Path(path("store").toUri()), schema);
    try (StoreAppend append = store.append()) {
      for (int i = 0; i < STORED; i++) {
        append.set("label", new byte[] {(byte) i});
        if (i % 7 != 0) {
          append.set("data", payload(i));
        }
        append.add();
      }
      append.commit();
    }
    StoreDelete delete = store.delete();
    delete.add(4);
    delete.commit();
  }

  private static byte[] values(int id) {
    var values = new ByteArrayOutputStream();
    values.write(id);
    values.writeBytes(id % 7 == 0 ? new byte[0] : payload(id));
    return values.toByteArray();
  }

  @Test
  void aLineForEachRecord() {
    var expected = new ArrayList<String>();
    for (int id = 0, position = 0; id < STORED; id++) {
      if (id != 4) {
        byte[] values = values(id);
        expected.add(
            String.join(
                "\t",
                "0",
                String.valueOf(position),
                String.valueOf(id),
                String.valueOf(position++ / 8),
                "0",
                String.valueOf(values.length),
                Fixtures.sha256(values, 0, values.length)));
      }
    }
    assertEquals(expected, read("--sha256 {}", source + " | batch(8)").lines());
  }

  @Test
  void shuffledEpochsAreResumed() throws IOException {
    String spec = source + " | order(epoch,seed=3) | batch(4)";
    List<String> all = columns(3, read("{}", spec));
    assertEquals(STORED - 1, all.size());
    String state = path("state").toString();
    var parts = new ArrayList<>(columns(3, read("--count 3 --save {} {}", state, spec)));
    assertEquals(12, parts.size());
    parts.addAll(columns(3, read("--resume {} {}", state, spec)));
    assertEquals(all, parts);
  }

  @Test
  void payloadsAreTheValues() {
    var values = new ByteArrayOutputStream();
    for (int id = 0; id < STORED; id++) {
      if (id != 4 && id % 7 != 0) {
        values.writeBytes(payload(id));
      }
    }
    assertArrayEquals(values.toByteArray(), read("--payloads {}?fields=data", source).bytes());
  }

  @Test
  void refusals() {
    assertTrue(refused(2, "{}?fields=lable", source).contains("did you mean label"));
    assertTrue(refused(3, "{}/none", source).contains("none"));
    assertTrue(refused(3, "{}?generation=99", source).contains("99"));
  }
}
