// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.mapreduce.IndexedRecordIOInputFormat;
import dev.recordio.mapreduce.LibSVMInputFormat;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.mapreduce.SparseRow;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.ReadRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import scala.Tuple2;

class RecordIORddsTest extends SparkTestBase {
  private static JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(spark.sparkContext());
  }

  private static Configuration conf(long maxSplit) {
    var conf = new Configuration(context().hadoopConfiguration());
    conf.setLong("mapreduce.input.fileinputformat.split.maxsize", maxSplit);
    return conf;
  }

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
  void theInputFormatsWorkAsTheyAre() throws IOException {
    String file = Fixtures.copy("mixed.rec", folder).toString();
    JavaPairRDD<Long, byte[]> records =
        context()
            .newAPIHadoopFile(
                file,
                RecordIOInputFormat.class,
                LongWritable.class,
                BytesWritable.class,
                conf(5000))
            .mapToPair(record -> new Tuple2<>(record._1.get(), record._2.copyBytes()));
    assertTrue(records.getNumPartitions() > 10);
    assertEquals(expected("mixed.rec"), read("mixed.rec", records));
    long entries =
        context()
            .newAPIHadoopFile(
                resource("libsvm/agaricus.txt.test", folder).toString(),
                LibSVMInputFormat.class,
                LongWritable.class,
                SparseRow.class,
                conf(20000))
            .map(row -> (long) row._2.size())
            .reduce(Long::sum);
    assertEquals(35442, entries);
  }

  @Test
  void anIndexGivesPartsOfAsManyRecords() throws IOException {
    String file = Fixtures.copy("indexed.rec", folder).toString();
    Fixtures.copy("indexed.idx", folder);
    Configuration conf = conf(Long.MAX_VALUE);
    conf.setInt("recordio.input.parts", 4);
    JavaPairRDD<LongWritable, BytesWritable> records =
        context()
            .newAPIHadoopFile(
                file,
                IndexedRecordIOInputFormat.class,
                LongWritable.class,
                BytesWritable.class,
                conf);
    assertEquals(4, records.getNumPartitions());
    List<String> digests =
        records
            .map(record -> Fixtures.sha256(record._2.getBytes(), 0, record._2.getLength()))
            .collect();
    assertEquals(
        Fixtures.records("indexed.rec").stream().map(Fixtures.Row::sha256).toList(), digests);
  }

  @Test
  void recordsHaveTheirOwnBytesAlone() throws IOException {
    for (String name : List.of("plain.rec", "magic.rec", "mixed.rec", "tiny.rec")) {
      String file = Fixtures.copy(name, folder).toString();
      // Kept by Spark itself, past the reader's next record.
      JavaPairRDD<Long, byte[]> records = RecordIORdds.records(context(), file, conf(4000)).cache();
      assertEquals(expected(name), read(name, records));
      assertEquals(expected(name), read(name, records));
      records.unpersist();
    }
  }

  @Test
  void imagesAreTakenApart() throws IOException {
    String file = resource("images/multi.rec", folder).toString();
    List<String[]> table =
        Files.readAllLines(resource("images/multi.tsv", folder)).stream()
            .skip(1)
            .map(line -> line.split("\t"))
            .toList();
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
}
