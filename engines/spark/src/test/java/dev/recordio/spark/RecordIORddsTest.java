// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.Fixtures;
import dev.recordio.testing.ReadRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.Serializer;
import org.junit.jupiter.api.Test;
import scala.Tuple2;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

class RecordIORddsTest extends SparkTestBase {
  private static List<ReadRecord> expected(String name) {
    return Fixtures.records(name).stream()
        .map(row -> new ReadRecord(name, row.offset(), row.length(), row.sha256()))
        .toList();
  }

  private static List<ReadRecord> read(String name, JavaPairRDD<Long, byte[]> records) {
    var read = new ArrayList<ReadRecord>();
    for (Tuple2<Long, byte[]> record : records.collect()) {
      read.add(ReadRecord.of(name, record._1, record._2, 0, record._2.length));
    }
    return read;
  }

  @Test
  void recordsHaveTheirOwnBytesAlone() throws IOException {
    for (String name : List.of("plain.rec", "magic.rec", "mixed.rec", "tiny.rec")) {
      String file = Fixtures.copy(name, folder).toString();
      // Cached by Spark beyond the reader's next record.
      JavaPairRDD<Long, byte[]> records = RecordIORdds.records(context(), file, conf(4000)).cache();
      assertEquals(expected(name), read(name, records));
      assertEquals(expected(name), read(name, records));
      records.unpersist();
    }
  }

  @Test
  void imagesAreTakenApart() throws IOException {
    String file = resource("images/multi.rec", folder).toString();
    List<String[]> table = imageTable();
    List<ImageRow> images = RecordIORdds.images(context(), file, conf(9999)).collect();
    assertEquals(table.size(), images.size());
    for (int i = 0; i < images.size(); i++) {
      assertEquals(Long.parseLong(table.get(i)[6]), images.get(i).id());
      assertEquals(
          table.get(i)[9], Fixtures.sha256(images.get(i).data(), 0, images.get(i).data().length));
      assertEquals(table.get(i)[4].split(",").length, images.get(i).labels().length);
    }
  }

  @Test
  void rowsCanBeKept() throws IOException {
    Path first = resource("csr/weighted.libsvm", folder);
    JavaRDD<LabeledRow> rows = RecordIORdds.rows(context(), first.toString(), conf(1000)).cache();
    LabeledRow row = rows.collect().get(0);
    assertEquals(0f, row.label());
    assertEquals(3.92f, row.weight());
    assertEquals(null, row.qid());
    assertArrayEquals(new long[] {22, 26, 32, 47, 54}, row.indices());
    assertEquals(Files.readAllLines(first).size(), rows.count());
    Path based = Files.writeString(folder.resolve("based.libsvm"), "1 1:2\n");
    assertArrayEquals(
        new long[] {0},
        RecordIORdds.rows(context(), based + "?indexing_mode=1", conf(9)).first().indices());
  }

  @Test
  void fieldsAreKept() throws IOException {
    Path file = Files.writeString(folder.resolve("a.libfm"), "1 3:7:0.5 4294967295:8:2\n");
    Configuration conf = conf(9);
    conf.set("libsvm.format", "libfm");
    LabeledRow row = RecordIORdds.rows(context(), file.toString(), conf).first();
    assertArrayEquals(new int[] {3, -1}, row.fields());
    assertArrayEquals(new long[] {7, 8}, row.indices());
  }

  @Test
  void rowsPassThroughEachSerializer() throws IOException {
    Path text = Files.writeString(folder.resolve("a.libsvm"), "1:.5 qid:7 2:3 4:5\n");
    Path packed = resource("images/multi.rec", folder);
    LabeledRow row = RecordIORdds.rows(context(), text.toString(), conf(99)).first();
    ImageRow image = RecordIORdds.images(context(), packed.toString(), conf(1 << 20)).first();
    var conf = new SparkConf();
    for (Serializer serializer : List.of(new KryoSerializer(conf), new JavaSerializer(conf))) {
      LabeledRow rowBack = copy(row, serializer);
      assertEquals(row.weight(), rowBack.weight());
      assertEquals(row.qid(), rowBack.qid());
      assertArrayEquals(row.indices(), rowBack.indices());
      ImageRow imageBack = copy(image, serializer);
      assertEquals(image.id(), imageBack.id());
      assertArrayEquals(image.labels(), imageBack.labels());
      assertArrayEquals(image.data(), imageBack.data());
    }
  }

  @SuppressWarnings("unchecked")
  private static <T> T copy(T object, Serializer serializer) {
    ClassTag<T> type = ClassTag$.MODULE$.apply((Class<T>) object.getClass());
    return serializer
        .newInstance()
        .deserialize(serializer.newInstance().serialize(object, type), type);
  }
}
