// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.store.Store;
import dev.recordio.store.StoreAppend;
import dev.recordio.store.StoreDelete;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.testing.Logged;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Record stores as tables of Hive. */
@Supports(
    row = "record stores: fields by id, appended, updated, deleted",
    engine = {"Hive 4.0", "Hive on Tez"})
@ParameterizedClass
@EnumSource(names = {"MAP_REDUCE", "TEZ"})
class HiveStoreTest {
  private static HiveUnderTest hive;

  @Parameter Engine engine;

  @BeforeParameterizedClassInvocation
  static void start(Engine engine) throws Exception {
    hive = HiveUnderTest.shared(engine);
  }

  private static Store make(Path folder, String... fields) throws IOException {
    var schema = new StoreSchema(Stream.of(fields).map(StoreField::parse).toList());
    var path = new org.apache.hadoop.fs.Path(folder.toUri());
    return Store.create(new Configuration(), path, schema);
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void append(Store store, int records) throws IOException {
    try (StoreAppend append = store.append()) {
      for (int i = 0; i < records; i++) {
        append.set("label", little(4).putFloat(i % 10).array());
        append.set("Image", new byte[5000]);
        append.add();
      }
      append.commit();
    }
  }

  @Test
  void countsProjectionsAndAggregates() throws Exception {
    String columns = "id BIGINT, label FLOAT, image BINARY, other STRING";
    Path files = hive.external("labelled", columns, "STORED AS RECORDSTORE");
    Store store = make(files, "label=f4", "Image=bytes");
    append(store, 100);
    StoreDelete delete = store.delete();
    delete.add(3);
    delete.commit();
    assertEquals(List.of("99"), hive.run("SELECT count(*) FROM labelled"));
    assertEquals(99, hive.counter(RecordIOCounter.RECORDS_READ));
    assertTrue(hive.counter(RecordIOCounter.BYTES_READ) < 400, "less than labels take");
    assertEquals(
        List.of("2.0\t10", "3.0\t9", "4.0\t10"),
        hive.run(
            "SELECT label, count(*) FROM labelled WHERE label BETWEEN 2 AND 4"
                + " GROUP BY label ORDER BY label"));
    assertEquals(List.of("447.0"), hive.run("SELECT sum(label) FROM labelled"));
    long read = hive.counter(RecordIOCounter.BYTES_READ);
    assertTrue(read > 0 && read < 99 * 5000 / 10, read + " bytes");
    assertEquals(
        List.of("13\t3.0\t5000\tNULL"),
        hive.run("SELECT id, label, length(image), other FROM labelled WHERE id = 13"));
    assertTrue(hive.counter(RecordIOCounter.BYTES_READ) > 99 * 5000);
    assertEquals(List.of("4947"), hive.run("SELECT sum(id) FROM labelled"));
    append(store, 10);
    assertEquals(List.of("109"), hive.run("SELECT count(*) FROM labelled"), "the newest");
    try (var pinned = hive.setting("recordio.store.generation", "1")) {
      assertEquals(List.of("100"), hive.run("SELECT count(*) FROM labelled"));
    }
  }

  @Test
  void valuesOfAllTypes() throws Exception {
    String columns =
        "id BIGINT, b BOOLEAN, i1 TINYINT, u1 SMALLINT, u2 INT, u4 BIGINT, u8 DECIMAL(20,0),"
            + " f2 FLOAT, f8 DOUBLE, s STRING, u STRING, t STRING, day TIMESTAMP, year BIGINT,"
            + " box ARRAY<ARRAY<SMALLINT>>, v ARRAY<DOUBLE>";
    Path files = hive.external("types", columns, "STORED AS RECORDSTORE");
    Store store =
        make(
            files,
            "b=b1",
            "i1=i1",
            "u1=u1",
            "u2=>u2",
            "u4=u4",
            "u8=u8",
            "f2=f2",
            "f8=f8",
            "s=S4",
            "u=U2",
            "t=text",
            "day=M8[D]",
            "year=M8[Y]",
            "box=>i2[2,2]",
            "v=f4[*]");
    try (StoreAppend append = store.append()) {
      append.set("b", new byte[] {1});
      append.set("i1", new byte[] {-1});
      append.set("u1", new byte[] {-1});
      append.set("u2", new byte[] {-1, 0});
      append.set("u4", little(4).putInt(-1).array());
      append.set("u8", little(8).putLong(-1).array());
      append.set("f2", little(2).putShort((short) 0x3E00).array());
      append.set("f8", little(8).putDouble(0.1).array());
      append.set("s", new byte[] {'a', 'b', 0, 0});
      append.set("u", little(8).putInt('z').array());
      append.set("t", "\u00e4".getBytes(StandardCharsets.UTF_8));
      append.set("day", little(8).putLong(-1).array());
      append.set("year", little(8).putLong(30).array());
      append.set("box", new byte[] {0, 1, 0, 2, -1, -1, 0, 4});
      append.set("v", little(8).putFloat(0.5f).putFloat(2).array());
      append.add();
      append.add();
      append.commit();
    }
    assertEquals(
        List.of(
            "0\ttrue\t-1\t255\t65280\t4294967295\t18446744073709551615\t1.5\t0.1\tab\tz\t\u00e4"
                + "\t1969-12-31 00:00:00\t30\t[[1,2],[-1,4]]\t[0.5,2.0]",
            "1" + "\tNULL".repeat(15)),
        hive.run("SELECT * FROM types ORDER BY id"));
    assertEquals(
        List.of("2.5\t4"), hive.run("SELECT v[0] + v[1], box[1][1] FROM types WHERE id = 0"));
  }

  @Test
  void wrongTypesOfColumns() throws Exception {
    Path files = hive.external("wrong", "id BIGINT, label STRING", "STORED AS RECORDSTORE");
    append(make(files, "label=f4", "Image=bytes"), 1);
    try (var fetch = hive.setting("hive.fetch.task.conversion", "more")) {
      String message = failure("SELECT label FROM wrong");
      assertTrue(message.contains("wrong type of column label"), message);
      assertTrue(message.contains("float or double or binary; found string"), message);
    }
    String id = failure("CREATE EXTERNAL TABLE wrong_id (id INT) STORED AS RECORDSTORE");
    assertTrue(id.contains("wrong type of column id: expected bigint, found int"), id);
    String insert = Logged.of(() -> failure("INSERT INTO wrong VALUES (1, 'a')"));
    assertTrue(insert.contains("Hive only reads record stores"), insert);
  }

  private static String failure(String statement) {
    var text = new StringBuilder();
    for (Throwable t = assertThrows(Exception.class, () -> hive.run(statement));
        t != null;
        t = t.getCause()) {
      text.append(t).append('\n');
    }
    return text.toString();
  }
}
