// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.spark.scan.ScalaCollections;
import dev.recordio.store.Store;
import dev.recordio.store.StoreAppend;
import dev.recordio.store.StoreDelete;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.read.GroupScan;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Record stores as tables of Spark. */
@Supports(
    row = "record stores: fields by id, appended, updated, deleted",
    engine = {"Spark 4.2", "Spark 3.5"})
class RecordStoreSourceTest extends SparkTestBase {
  private static final int RECORDS = 500;

  private Store make(String name, String... fields) throws IOException {
    var conf = new Configuration(context().hadoopConfiguration());
    conf.set("recordio.store.chunk-size", "4k");
    var schema = new StoreSchema(Stream.of(fields).map(StoreField::parse).toList());
    var path = new org.apache.hadoop.fs.Path(folder.resolve(name).toUri());
    return Store.create(conf, path, schema);
  }

  private Store labelled() throws IOException {
    Store store = make("labelled", "label=f4", "Image=bytes");
    append(store, 0, RECORDS);
    return store;
  }

  private static void append(Store store, int from, int to) throws IOException {
    try (StoreAppend append = store.append()) {
      for (int i = from; i < to; i++) {
        append.set("label", little(4).putFloat(i % 10).array());
        append.set("Image", new byte[i % 50]);
        append.add();
      }
      append.commit();
    }
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static Dataset<Row> load(Store store) {
    return spark.read().format("recordio-store").load(store.path().toString());
  }

  private static List<Long> ids(Dataset<Row> rows) {
    return rows.select("id").collectAsList().stream().map(row -> row.getLong(0)).sorted().toList();
  }

  @Test
  void rowsAreTheLiveRecordsWhateverThePartitions() throws IOException {
    Store store = labelled();
    StoreDelete delete = store.delete();
    delete.add(3);
    delete.add(499);
    delete.commit();
    List<Long> live = LongStream.range(0, RECORDS - 1).filter(id -> id != 3).boxed().toList();
    assertTrue(load(store).javaRDD().getNumPartitions() > 1, "several chunks");
    maxPartitionBytes(700);
    Dataset<Row> rows = load(store);
    assertTrue(rows.javaRDD().getNumPartitions() > 10);
    assertEquals(live, ids(rows));
    assertEquals(RECORDS - 2, rows.count());
    for (Row row : rows.where("label = 7").collectAsList()) {
      assertEquals(7, row.getLong(0) % 10);
      assertEquals(row.getLong(0) % 50, row.<byte[]>getAs("Image").length);
    }
    assertEquals(49, rows.where("label = 3").count());
    double sum = rows.selectExpr("sum(label)").first().getDouble(0);
    assertEquals(live.stream().mapToDouble(id -> id % 10).sum(), sum);
  }

  /** A damaged column is an error where it is read, and nowhere else. */
  @Test
  void onlyTheColumnsOfAQueryAreRead() throws IOException {
    Store store = labelled();
    for (Path chunk : chunksOf(store, "Image")) {
      byte[] bytes = Files.readAllBytes(chunk);
      for (int i = 16; i < bytes.length - 32; i++) {
        bytes[i] ^= 0x55;
      }
      Files.write(chunk, bytes);
      Files.delete(chunk.resolveSibling("." + chunk.getFileName() + ".crc")); // Hadoop's own
    }
    Dataset<Row> rows = load(store);
    assertEquals(RECORDS, rows.select("label").collectAsList().size());
    assertEquals(RECORDS / 10, rows.where("label = 3").select("id").count());
    assertEquals(RECORDS, ids(rows).size());
    refused("damaged value of field Image of record", () -> rows.select("Image").collectAsList());
  }

  private static List<Path> chunksOf(Store store, String field) throws IOException {
    Manifest manifest = store.snapshot().manifest();
    var chunks = new TreeSet<Path>();
    int group = manifest.field(field).group();
    try (var scan =
        new GroupScan(store.tables(), manifest, manifest.fieldsOf(group), 0, manifest.length())) {
      while (scan.next()) {
        for (int i = 0; i < scan.count(); i++) {
          int number = scan.places(0).chunk(i);
          chunks.add(Path.of(store.tables().chunkPaths().get(number).toUri()));
        }
      }
    }
    assertTrue(chunks.size() > 1, "several chunks");
    return List.copyOf(chunks);
  }

  @Test
  void generationsAndTags() throws IOException {
    Store store = labelled();
    store.tag("first", 1);
    append(store, 0, 100);
    Dataset<Row> newest = load(store);
    append(store, 0, 100);
    assertEquals(RECORDS + 100, newest.count(), "as when it was loaded");
    assertEquals(RECORDS + 200, load(store).count());
    var read = spark.read().format("recordio-store");
    String path = store.path().toString();
    assertEquals(RECORDS, read.option("generation", 1).load(path).count());
    var tagged = spark.read().format("recordio-store").option("tag", "first");
    assertEquals(RECORDS, tagged.load(path).count());
    refused("exclude each other", () -> tagged.option("generation", 1).load(path));
    var wrong = spark.read().format("recordio-store").option("recordio.store.feilds", "label");
    refused("has no option 'recordio.store.feilds'", () -> wrong.load(path));
  }

  @Test
  void valuesOfAllTypes() throws IOException {
    Store store =
        make(
            "types",
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
            "v=f4[*]",
            "times=M8[ns][*]",
            "c=c8",
            "raw=bytes");
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
      append.set("times", little(16).putLong(1_500).putLong(Long.MIN_VALUE).array());
      append.set("c", new byte[8]);
      append.set("raw", new byte[0]);
      append.add();
      append.add();
      append.commit();
    }
    List<Row> rows = load(store).orderBy("id").collectAsList();
    Row row = rows.get(0);
    assertEquals(true, row.getAs("b"));
    assertEquals((byte) -1, row.<Byte>getAs("i1"));
    assertEquals((short) 255, row.<Short>getAs("u1"));
    assertEquals(0xFF00, row.<Integer>getAs("u2"));
    assertEquals(0xFFFF_FFFFL, row.<Long>getAs("u4"));
    assertEquals(new BigDecimal("18446744073709551615"), row.getAs("u8"));
    assertEquals(1.5f, row.<Float>getAs("f2"));
    assertEquals(0.1, row.<Double>getAs("f8"));
    assertEquals("ab", row.getAs("s"));
    assertEquals("z", row.getAs("u"));
    assertEquals("\u00e4", row.getAs("t"));
    assertEquals(LocalDateTime.of(1969, 12, 31, 0, 0), row.getAs("day"));
    assertEquals(30L, row.<Long>getAs("year"));
    scala.collection.Seq<scala.collection.Seq<Short>> box = row.getAs("box");
    assertEquals(List.of((short) 1, (short) 2), List.copyOf(ScalaCollections.asJava(box.apply(0))));
    assertEquals(
        List.of((short) -1, (short) 4), List.copyOf(ScalaCollections.asJava(box.apply(1))));
    assertEquals(List.of(0.5f, 2f), row.getList(row.fieldIndex("v")));
    assertEquals(
        LocalDateTime.of(1970, 1, 1, 0, 0, 0, 1_000), row.getList(row.fieldIndex("times")).get(0));
    assertNull(row.getList(row.fieldIndex("times")).get(1), "NaT");
    assertArrayEquals(new byte[8], row.<byte[]>getAs("c"));
    assertArrayEquals(new byte[0], row.<byte[]>getAs("raw"));
    Row absent = rows.get(1);
    for (int i = 1; i < absent.size(); i++) {
      assertTrue(absent.isNullAt(i), absent.schema().fieldNames()[i]);
    }
  }
}
